/** The page of a member's own settings. */
export const ownSettings = {
  title: "Your settings",
  lead: "They are yours alone: they change nothing for the rest of the team. Each change is saved at once, except what visitors see of you.",
  loading: "Loading your settings...",
  confirms: "save your settings",
  saved: "Saved",
  replying: {
    title: "Replying",
    assigns: "Assign an inquiry to me when I reply",
    assignsHint: "Only if it is assigned to nobody yet.",
    key: "What Ctrl+Enter does",
    /** Both keys, as on the composer's buttons. */
    send: "Sends the reply",
    sendHint: "Ctrl+Shift+Enter sends it and closes the inquiry.",
    close: "Sends the reply and closes the inquiry",
    closeHint: "Ctrl+Shift+Enter only sends it.",
  },
  told: {
    title: "Notifications",
    about:
      "Choose where you are told. What you do yourself never tells you. An email about a reply goes to whom the inquiry is assigned to.",
    what: "What happens",
    bell: "Bell",
    email: "Email",
    kinds: {
      mentions: "Somebody mentions me in a note",
      assignments: "Somebody assigns an inquiry to me",
      answers: "A visitor writes in an inquiry of mine",
      undelivered: "A reply of mine, or in an inquiry of mine, is not delivered",
    },
    /** The name of one choice, for screen readers. */
    inBell: (kind: string) => `${kind}: bell`,
    byEmail: (kind: string) => `${kind}: email`,
  },
  language: {
    label: "Language of emails to you",
    hint: "Such as a warning of a new sign-in, or a link to set a password. Emails to visitors are in their own.",
    /** The first choice, before the languages. */
    team: "As the team's notifications",
  },
  quiet: {
    title: "Quiet hours",
    on: "Send me no email at certain hours",
    onHint: "Emails about the above wait until the quiet hours end. What you have read by then is not sent at all.",
    from: "From",
    to: "To",
    timeZone: "Time zone",
    nextDay: "Ends on the next day.",
  },
};
