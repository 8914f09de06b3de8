/** The sign-in, and what belongs to it. */
export const signIn = {
  title: "Sign in",
  signingIn: "Signing in...",
  lead: (company: string) => `For the team of ${company}.`,
  neverAsked: "Nobody on the team will ever ask you for your password or a code.",
  email: "Email",
  withPasskey: "Sign in with a passkey",
  waitingForPasskey: "Waiting for the passkey...",
  /** Between two ways to sign in. */
  or: "or",
  passwordAccepted: "Password accepted.",
  password: {
    label: "Password",
    repeat: (label: string) => `Repeat the ${label}`,
    hint: (characters: number) =>
      `At least ${characters} characters. A few words in a row are easy to remember and hard to guess.`,
    notSame: "The two passwords are not the same.",
    show: "Show password",
    hide: "Hide password",
    capsLock: "Caps Lock is on.",
  },
  forgotten: {
    title: "Forgot your password?",
    lead: "We email you a link to set a new one.",
    /** Without mail. */
    askOwner: "Forgot your password? An owner, or the operator of the server, can make you a link to set a new one.",
    hint: "If it belongs to a member of the team, we will email them a link.",
    send: "Send me a link",
    sending: "Sending...",
    back: "Back to sign in",
  },
  /** The page of a one-time link. */
  setPassword: {
    title: "Set a password",
    needsLink: "This page needs a one-time link. The first owner's link is printed in the server's console.",
    /** Around a command. */
    beforeCommand: "For another one, ask an owner of the team, or run ",
    afterCommand: " on the server.",
    goToSignIn: "Go to sign in",
    emailHint: "You will sign in with it.",
    action: "Set the password",
    busy: "Setting...",
    isSet: "Your new password is set.",
  },
  secondStep: {
    step: "Step 2 of 2.",
    back: "Back",
    title: "Confirm that it is you",
    noSupport: "This browser cannot use passkeys. Please use another method or another browser.",
    passkey: "Use a passkey",
    ways: {
      code: {
        title: "Enter the code",
        label: "Code from your app",
        hint: "Six digits. You can paste it, with or without spaces.",
        other: "Use a code from the app",
      },
      recovery: {
        title: "Enter a recovery code",
        label: "Recovery code",
        hint: "One of those that you saved when you set this up. Each works once.",
        other: "Use a recovery code",
      },
    },
  },
  /** The sign-in at the company's identity provider. */
  provider: {
    signIn: (company: string) => `Sign in with ${company}`,
    signingIn: "Signing you in...",
    goOn: "Continue",
    confirmed: "Confirmed",
    confirmedLead: "Thank you. Close this tab, and press Continue in the other one.",
    confirm: "Confirm with your company's account",
    confirmHint: "It opens in a new tab. Sign in there again, then come back and press Continue.",
    own: "You sign in with your company's account. Its password and second factor are changed there.",
    /** Why it has not signed the member in, by the query `sign-in`. */
    outcomes: {
      unavailable:
        "Your company's sign-in does not respond. Try again in a minute; members with a password here can sign in with it.",
      failed: "The sign-in with your company's account was not finished, or took too long. Please try again.",
      "no-group":
        "Your company's account is in no group that has access. Ask the person who manages these " +
        "groups, then try again.",
      address:
        "Your company's account has no confirmed email address, which is needed here. Ask the person who manages it.",
      taken:
        "There is an account here with your address that signs in another way. Sign in with its password, or ask " +
        "an owner.",
      deactivated: "Your account here is deactivated, or waits for an owner to check it. Ask an owner.",
    },
  },
};
