import { plural } from "../../locale/intl.ts";

/** Changes that carry trust: what waits, and what has changed lately. */
export const trust = {
  title: "Changes that carry trust",
  waitsTitle: "A change waits",
  kinds: {
    mail: "Mail server or From",
    incoming: "Where answers by email go",
    webhook: "Webhook",
    telegram: "Telegram chat",
    publicAddress: "Address of the site",
    "api-token": "API token that may write",
    "password-link": "Password link for an owner",
    "password-reset": "New password for an owner, by a mailed link",
    "second-factor": "Taking away an owner's second factor",
    "owner-removal": "Taking away an owner's rights",
    "new-owner": "New owner",
  },
  states: { waits: "waits", done: "in effect", stopped: "stopped" },
  /** In the audit log. */
  audit: {
    waits: "Asked for a change that carries trust",
    approved: "Approved a change that carries trust",
    done: "A change that carries trust has taken effect",
    stopped: "Stopped a change that carries trust",
  },
  by: (who: string, at: string) => `By ${who}, ${at}.`,
  about: (member: string) => `About ${member}.`,
  needsApproval: "It waits for the approval of another owner.",
  needsApprovalFrom: (at: string) =>
    `It waits for the approval of another owner, and takes effect at ${at} at the earliest.`,
  approvedBy: (who: string, at: string) => `Approved by ${who}. It takes effect at ${at}.`,
  takesEffect: (at: string) => `It takes effect at ${at}, unless an owner stops it.`,
  approvesFrom: (at: string) => `You can approve changes from ${at} on.`,
  operator: "If nobody can approve it, the operator of the server ends the wait: npm run admin -- approve-owner",
  approve: "Approve",
  approveOf: (what: string) => `Approve: ${what}`,
  stop: "Stop",
  stopOf: (what: string) => `Stop: ${what}`,
  toApprove: "approve a change that carries trust",
  isDone: (at: string) => `In effect since ${at}.`,
  isStopped: (at: string) => `Stopped at ${at}.`,
  /** The line above the list; `waiting` of `count` wait. */
  summary: (count: number, waiting: number) =>
    waiting > 0
      ? plural(waiting, { one: "1 change that carries trust waits", other: `${waiting} changes that carry trust wait` })
      : plural(count, { one: "1 change that carries trust", other: `${count} changes that carry trust` }),
  show: "Show",
  hide: "Hide",
  showAll: "Show the changes that carry trust",
  hideAll: "Hide the changes that carry trust",
  seen: "I know of it",
  seenOf: (what: string) => `I know of it: ${what}`,
  notSeen:
    "Your password or a second factor was set after this, so it cannot count as seen in this session. It goes away " +
    "after 7 days.",
  unknown: "If you do not know of it, end the sessions of the member who did it.",
  openTeam: "Open the team",
  toasts: { saved: "Saved. It waits, and takes effect later", waits: "It waits, and takes effect later" },
  linkWaits: (at: string) => `The link works from ${at} on. Until then every owner can stop it.`,
  linkNeedsApproval: "The link works once another owner has approved it.",
  tokenWaits: (at: string) => `The token works from ${at} on. Until then every owner can stop it.`,
  tokenNeedsApproval: "The token works once another owner has approved it.",
  /** The question before the approval rule, while nobody else could approve. */
  nobodyYet: {
    title: "Nobody could approve yet",
    meaning: (at: string) =>
      `No other owner can approve before ${at}, because their account is new or was reset. Until then no change of ` +
      "the channels can be published, and the way back to another rule waits for their approval, too.",
    action: "Switch on anyway",
  },
  ruleWaits: {
    title: "A change of this rule waits",
    how: "Another owner approves it, or an owner withdraws it, and then the rule above stays. If no other owner can approve, the operator of the server makes one able to at once: npm run admin -- approve-owner",
  },
  /** A notice that another owner has published without waiting. */
  notice: {
    title: "A brief notice was published",
    until: (at: string) => `Visitors see it until ${at}.`,
    planned: (from: string, until: string) => `Visitors see it from ${from} until ${until}.`,
    takeDown: "Take it down",
    takeDownOf: (text: string) => `Take it down: ${text}`,
  },
  becomesOwner: (at: string) => `Becomes an owner at ${at}, unless an owner stops it.`,
};
