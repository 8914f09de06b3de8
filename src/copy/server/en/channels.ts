export const channels = {
  "channel.choose-type": "Choose a type of channel, such as WhatsApp or Telegram.",
  "channel.choose-active": "Choose whether the channel is active.",
  "channel.choose-change": "Choose what changes.",
  "channel.gone": "This contact is no longer there. Please reload the list.",
  "channel.deleted": "Contact deleted successfully",

  "value.too-long": "At most {count} characters: write {expected}.",
  "value.hidden-character": "This holds a hidden character: type by hand {expected}.",
  "value.no-such-place": "Write {expected}.",
  "value.listed-already": "This website is listed already, as {value}.",
  "value.trunk-zero": "The 0 after the country code is not dialled: write {expected}.",
  "value.post": "This is a single post or video, not a channel: write {expected}.",
  "value.share-link": "This link only shares a text or page, it is no channel: write {expected}.",
  "value.redirect": "This link only leads on to another address: write {expected}.",
  "value.sign-in-page": "This is a page to sign in, not a channel: write {expected}.",
  "value.service-page": "This is a page of the service itself, not a channel: write {expected}.",

  "expected.email": "one email address and nothing else, such as support@example.com",
  "expected.facebook": "the page's full URL or its name, such as https://facebook.com/example",
  "expected.instagram": "the profile's full URL or its name, such as https://instagram.com/example",
  "expected.linkedin": "the profile's full URL, such as https://www.linkedin.com/company/example",
  "expected.phone": "one number of at most 15 digits, such as +91 90000 00000 or 1800 000 0000",
  "expected.telegram": "the channel's full URL on t.me or its @name, such as https://t.me/example",
  "expected.twitter": "the profile's full URL, such as https://x.com/example",
  "expected.website": "the full URL without port or password, such as https://example.com",
  "expected.whatsapp": "the full number with its country code, such as +91 90000 00000",
  "expected.withdrawal_proof": "the full URL without port or password, such as https://example.com/1",
  "expected.youtube": "the channel's full URL, such as https://www.youtube.com/@example",

  "public-text.hidden-marks": "This {what} holds hidden marks that turn the direction of writing. Type it by hand.",
  "public-text.names-others": {
    one: "This {what} names {names}, which is not one of your active channels. Edit or remove it.",
    other: "This {what} names {names}, which are none of your active channels. Edit or remove it.",
  },
  "public-text.names-others-together": {
    one: "This {what} and those beside it name {names}, which is not one of your active channels. Edit one of them.",
    other: "This {what} and those beside it name {names}, which are none of your active channels. Edit one of them.",
  },

  "channels.choose-hidden": "Choose whether all channels are hidden.",
  "channels.list-order": "List the channels in their new order.",
  "channels.too-many-listed": "List at most {count} channels.",
  "channels.full": "The list is full. Delete a contact that is no longer used first.",
  "channels.stale-order": "The list has changed in the meantime. Please look at it and try again.",
  "channels.stale": "The list has changed in the meantime. Please look at it again.",
  "channels.changed-since":
    "This has been changed since, so that it cannot be undone by itself. Undo the later change first.",
  "channels.alarm":
    "The list in the store was changed by something other than this program. An owner has to put the last good list back first.",
  "channels.newer":
    "This was made by a newer version of this program. Do it there, or once the update of all instances is finished.",
  "channels.hidden": "All channels are hidden.",
  "channels.shown": "The channels are shown again.",
  "channels.restored": "The last good list is back.",
  "channels.nothing-to-restore": "There is nothing to put back: the list in the store is good.",

  "schedule.from-past": "From must be a time to come.",
  "schedule.until-before-from": "Until must be later than from.",
  "schedule.overlap": "Another change of this channel is scheduled for the same time. Cancel that one first.",
  "schedule.too-late": "The time of this change is over. Withdraw it and schedule it again.",
  "schedule.cancelled": "The scheduled change is cancelled.",

  "publication.minutes": "Minutes must be a whole number from 1 to 10080.",
  "publication.choose":
    "Choose when changes are published: at once, once a second owner approves them, or after a while.",
  "publication.one-owner": "There is only one owner. Invite a second one first, or nobody could approve.",
  "publication.waits-for-owner": "Saved. It waits for the approval of another owner.",
  "publication.waits-for-delay": "Saved. It is published when its delay is over.",
  "publication.rule-saved": "The rule is saved.",

  "hours.choose-day": "Choose a day of the week.",
  "hours.begin-is-end": "Hours must begin and end at different times; use 00:00 to 24:00 for a whole day.",
  "hours.time-zone": "Time zone must be one such as Asia/Kolkata.",
  "hours.list": "List the times at which somebody answers.",
  "hours.none": "Hours must have at least one time at which somebody answers; leave them out for always.",
  "hours.too-many": "List at most {count} times.",
  "hours.holiday": "Holiday must be a day such as {example}.",
  "hours.list-holidays": "List the holidays.",
  "hours.too-many-holidays": "List at most {count} holidays.",
  "hours.choose": "Set weekly hours in a time zone, or choose that somebody always answers.",

  "proposal.too-many": "Too much waits or is scheduled already. Withdraw or cancel something first.",
  "proposal.changed-meanwhile":
    "The channels have been changed since this was proposed. Withdraw it and make the change again.",
  "proposal.published": "The change is published.",
  "proposal.withdrawn": "The change is withdrawn.",

  "change.undone": "The change is undone.",

  "channels-alarm.missing": "The list of channels has been taken out of the store.",
  "channels-alarm.changed": "The list of channels in the store has been changed by something other than this program.",
  "channels-alarm.older": "The store holds an older list of channels than the one that was published last.",
  "channels-alarm.unreadable": "The list of channels in the store cannot be read.",
  "channels-alarm.history-changed":
    "The history of the channels in the store has been changed by something other than this program.",
  "channels-alarm.history-unreadable": "The history of the channels in the store cannot be read.",

  "channel-file.wrong": "This is not a file of channels that was exported from a front desk.",
  "channel-file.choose": "Choose a file of channels that was exported from a front desk.",
  "channel-file.version": "This file is of a version that this program does not know; it knows 1.",
  "channel-file.no-list": "The file must hold a list of channels.",
  "channel-file.too-many": "A file may hold at most {count} channels.",
  "channel-file.choose-removal": "Choose whether channels that are not in the file are removed.",
  "channel-file.choose-dry-run": "Choose whether to show only what would change.",
  "channel-file.version-seen": "Say which version of the list you have seen: a whole number.",
  "channel-file.version-required": "Version is required: that of the list which the dry run looked at.",
} as const;
