export const accounts = {
  "sign-in.wrong-password": "The email address or the password is not right.",
  "sign-in.confirm": "Please confirm that it is you.",
  "sign-in.new-password-set": "Your new password is set. Please confirm that it is you.",
  "sign-in.signed-out": "You are signed out.",
  "sign-in.link-over": "This link has been used or is over. Ask for a new one, or run `npm run admin` on the server.",
  "sign-in.link-incomplete": "The link is not complete.",
  "sign-in.link-sent": "If this is the address of a member, a link to set a new password is on its way.",
  "sign-in.no-mail": "This site sends no email. Ask an owner, or the operator of the server, for a link.",
  "sign-in.wrong-code": "This code is not right, or it was used before.",
  "sign-in.passkey-refused": "This passkey was not accepted. Please try again, or sign in with your password.",
  "sign-in.took-too-long": "This sign-in took too long. Please type your password again.",

  "password.guessable": "This password is among the first that are tried. Take a longer one that nobody would guess.",
  "password.changed": "Your password is changed.",
  "password.changed-and": "Your password is changed. {rest}",

  "account.wrong-password": "The password is not right.",
  "account.wrong-code": "The code is not right, or was used before.",
  "account.wrong-app-code": "This code is not right. Look at the app again: it shows a new one every 30 seconds.",
  "account.use-second-factor": "You have a second factor: use your passkey, a one-time code or a recovery code.",
  "account.no-second-factor": "You have no second factor.",
  "account.company": "You sign in with your company's account: change your password or second factor there.",
  "account.confirmed": "Thank you. You can go on.",
  "account.took-too-long": "This took too long. Please begin again.",
  "account.second-factor-required": "An owner requires a second factor of everybody. Add another one first.",

  "one-time-codes.on": "One-time codes are on.",
  "one-time-codes.off": "One-time codes are off.",
  "one-time-codes.off-already": "One-time codes are off already.",

  "passkey.no-answer": "This is not what a passkey answers.",
  "passkey.refused": "This passkey was not accepted.",
  "passkey.refused-try-again": "This passkey was not accepted. Please try again.",
  "passkey.added": "The passkey is added.",
  "passkey.removed": "The passkey is removed.",
  "passkey.known": "This passkey is known already.",
  "passkey.gone": "There is no such passkey any more.",
  "passkey.full": "You have as many passkeys as one can have. Remove one first.",
  "passkey.no-address": "Passkeys do not work at this site's address.",
  "passkey.needs-name": "This site is opened by an IP address ({host}), and passkeys need a name.",
  "passkey.needs-https": "This site is opened over http ({origin}), and passkeys need https.",
  "passkey.needs-origin": "Passkeys work where this site is opened as {origin}, or as its PUBLIC_URL once one is set.",

  "sessions.others-ended": { one: "One other session is over.", other: "{count} other sessions are over." },
  "sessions.all-ended": "All of your sessions are over, this one as well.",

  "session.ended": "The session is over.",
  "session.over": "This session is over already.",
  "session.choose-this-one": "Choose whether this session ends as well.",

  "member.choose-role": "Choose a role for this member.",
  "member.choose-active": "Choose whether this member is active.",
  "member.choose-heir": "Choose who gets the open inquiries, or nobody.",
  "member.address-taken": "There is a member with this address already.",
  "member.choose-other-heir": "Choose another member who can sign in, or nobody.",
  "member.gone": "This member is no longer there. Please reload the page.",
  "member.not-proposed": "This member does not wait to become an owner any more. Please reload the page.",
  "member.last-owner": "The last owner must stay one. Make somebody else an owner first.",
  "member.two-owners-needed":
    "Changes of the channels wait for a second owner, so two owners who can sign in must stay. Make somebody else an owner first, or change that rule.",
  "member.own-factor-needed":
    "An owner requires a second factor of everybody, so you cannot be without one. Replace it under “Your security” instead.",
  "member.factor-removed": "The second factor is taken away. The member signs in again, with the password alone.",
  "member.sessions-ended": { one: "One session is over.", other: "{count} sessions are over." },
  "member.deactivated": "This member is deactivated. Activate them first.",
  "member.no-password": "This member signs in with the company's account, and has no password here.",

  "profile.texts-by-language": "Give the texts by the codes of the languages.",
  "profile.removed": "The display name, signature and picture are removed.",
  "profile.nothing-set": "This member has set nothing, or it was removed already.",
  "profile.wrong-name":
    "A display name may hold letters, spaces, and . ' - ( ) alone: no numbers, links or user names.",
  "profile.signature-lines": "A signature may have at most {lines} lines.",

  "picture.choose": "Choose a PNG, WebP or JPEG picture.",
  "picture.too-large": "Choose a smaller picture.",
  "picture.name-seen": "Name the picture that you saw.",
  "picture.shown": "Visitors see the picture now.",
  "picture.changed": "The picture is another one now, or was removed. Please reload the page.",

  "turns.choose": "Choose whether this member takes turns.",
  "turns.owners-only": "Only owners may set whether others take turns.",
  "turns.takes": "Takes turns at new inquiries",
  "turns.takes-none": "Takes no turns at new inquiries",

  "preferences.choose-assigned": "Choose whether an inquiry that you reply to is assigned to you.",
  "preferences.choose-mail-language": "Choose the language of your emails.",
  "preferences.choose-send-key": "Choose what Ctrl+Enter does.",
  "preferences.choose-places": "Choose where you are told of it.",
  "preferences.choose-bell": "Choose whether the bell shows it.",
  "preferences.choose-mail": "Choose whether an email tells of it.",
  "preferences.choose-quiet-hours": "Set the quiet hours, or switch them off.",
  "preferences.quiet-hours-empty": "Quiet hours must begin and end at different times.",

  "notices.until-time": "Until must be a time such as 2026-11-28T09:30:00.000Z.",
  "notices.inquiry-text": "Inquiry must be text.",
  "notices.read": "Marked as read",

  "owner.another-needed": "Another owner has to do this.",
  "owner.new":
    "You have become an owner, or your password or second factor was reset, less than 24 hours ago. You can approve from {time} UTC on; until then another owner has to.",
  "owner.older-proposal":
    "This was proposed before you became an owner, or before your password or second factor was reset. Another owner has to approve it, or it has to be proposed again.",

  "token.choose-scope-listed": "Choose what the token may do from the list.",
  "token.choose-scope": "Choose what the token may do.",
  "token.reading-needed":
    "To change or answer inquiries, the token must also be able to read them: add inquiries:read.",
  "token.choose-day": "Choose a day from today on, at most two years from now.",
  "token.revoked": "The token is revoked.",
  "token.gone": "This token is no longer there.",

  "tokens.full": "There are {count} API tokens already. Revoke one first.",

  "trust.waits-for-owner": "It waits for the approval of another owner.",
  "trust.waits-for-time": "It takes effect once its time is over. Until then every owner can stop it.",
  "trust.in-effect": "The change is in effect.",
  "trust.approved": "Approved. It takes effect at its time.",
  "trust.stopped": "The change is stopped.",
  "trust.seen": "It counts as seen.",
  "trust.gone": "This change no longer waits. Please reload the page.",
  "trust.session-too-new":
    "This counts as seen only in a session that is older than the change, or whose password and second factor are.",
  "trust.reset-each-other":
    "One of you has reset the other's password or second factor, so you cannot approve for each other. The operator of the server can allow it with approve-owner, or whose password was reset signs in with a second factor from before.",
  "trust.section-waits": "A change of this section waits already. Approve or stop that one first.",
  "trust.change-waits": "A change like this waits already. Approve or stop that one first.",
  "trust.too-many": "Too many changes wait already. Approve or stop one first.",
  "trust.new-password-waits":
    "Your new password works in 24 hours. Until then the old one does, and every owner can stop the change.",
  "trust.password-waits-already": "A new password of this account waits already. An owner can stop it.",
  "trust.nobody-until": "Nobody else could approve a change before {time} UTC.",
  "trust.nobody-yet": "The other owner cannot approve what you change: one of you has reset the other's account.",
  "trust.name-time": "Name the time as the answer did.",
} as const;
