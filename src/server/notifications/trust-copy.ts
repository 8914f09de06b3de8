import { paths } from "#contract/paths.ts";
import { type TrustKind, trustKinds, type TrustState } from "#domain/trust-changes.ts";
import type { EmailText } from "./copy.ts";

const what: Record<TrustKind, string> = {
  mail: "the mail server or From",
  incoming: "where visitors' answers by email go",
  webhook: "the webhook",
  telegram: "the Telegram chat",
  publicAddress: "the address of the site, where every link leads",
  "api-token": "an API token that may write",
  "password-link": "a link that sets an owner's password",
  "password-reset": "a new password for an owner, set with a mailed link",
  "second-factor": "taking away an owner's second factor",
  "owner-removal": "taking away an owner's rights",
  "new-owner": "a new owner",
};

const heads: Record<TrustState, { subject: string; said: string }> = {
  waits: { subject: "A change that carries trust waits", said: "This change was asked for, and has no effect yet:" },
  done: { subject: "A change that carries trust is in effect", said: "This change is in effect:" },
  stopped: { subject: "A change that carries trust was stopped", said: "This change was stopped, and has no effect:" },
};

/** Warns the owners of a change that carries trust: what, who, when, and how to stop it. */
export function trustNotification(
  change: {
    kind: TrustKind;
    state: TrustState;
    by: string | null;
    member: string | null;
    fields: readonly string[];
    at: number;
    from: number | null;
  },
  { origin, timeZone }: { origin: string; timeZone: string },
): EmailText & { data: Record<string, unknown> } {
  const { kind, state, by, member, fields, at, from } = change;
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "long", timeZone });
  const { subject, said } = heads[state];
  const link = trustKinds[kind].about === "team" ? `${origin}${paths.team}` : `${origin}${paths.settings}`;
  const wait =
    from === null ? "It waits for the approval of another owner." : `It takes effect at ${format.format(from)}.`;
  const advice =
    state === "done"
      ? "If nobody agreed to this, change it back, and end the sessions of the member who did it:"
      : "If nobody agreed to this, stop it, and end the sessions of the member who did it:";
  return {
    subject,
    text: [
      said,
      `${what[kind]}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`,
      "",
      ...(member === null ? [] : [`Who: ${member}`]),
      `By: ${by ?? "a mailed link, or the program itself"}`,
      `When: ${format.format(at)}`,
      ...(state === "waits" ? ["", wait, "Any owner can stop it until then."] : []),
      "",
      ...(state === "stopped" ? ["What waits, and what has changed:"] : [advice]),
      link,
    ].join("\n"),
    data: { kind, state, by, member, fields, from: from === null ? null : new Date(from).toISOString(), link },
  };
}
