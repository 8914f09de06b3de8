/** What the page says after a sign-in at the company's identity provider, by the query `sign-in`. */
export const providerNews: Readonly<Record<string, string>> = {
  unavailable:
    "Your company's sign-in does not respond. Try again in a minute; who has a password here can sign in with it.",
  failed: "The sign-in with your company's account was not finished, or took too long. Please try again.",
  "no-group":
    "Your company's account is in none of the groups that may work here. Ask the person who manages these groups, then try again.",
  address:
    "Your company's account has no confirmed email address, which is needed here. Ask the person who manages it.",
  taken:
    "There is an account here with your address that signs in another way. Sign in with its password, or ask an owner.",
  deactivated: "Your account here is deactivated, or waits for an owner to check it. Ask an owner.",
};

export const providerCopy = {
  signIn: (company: string) => `Sign in with ${company}`,
  signingIn: "Signing you in...",
  goOn: "Continue",
  confirmed: "Confirmed",
  confirmedLead: "Thank you. Close this tab, and press Continue in the other one.",
  confirm: "Confirm with your company's account",
  confirmHint: "It opens in a new tab. Sign in there again, then come back and press Continue.",
  own: "You sign in with your company's account. Its password and second factor are changed there.",
};
