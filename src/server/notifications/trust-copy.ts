import { pathIn, paths } from "#contract/paths.ts";
import { teamCopy } from "#copy/current.ts";
import { language } from "#copy/locale/language.ts";
import { type TrustKind, trustKinds, type TrustState } from "#domain/trust-changes.ts";
import { type EmailText, timeIn } from "./copy.ts";

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
  const time = timeIn(timeZone);
  const { lines, trust: words, unknown } = teamCopy.mails;
  const link = `${origin}${pathIn(language, trustKinds[kind].about === "team" ? paths.team : paths.settings)}`;
  const wait = from === null ? words.needsApproval : words.takesEffect(time(from));
  const advice = { waits: words.adviceWaits, done: words.adviceDone, stopped: words.review }[state];
  return {
    subject: words.subjects[state],
    text: [
      words.said[state],
      `${words.kinds[kind]}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`,
      "",
      ...(member === null ? [] : [lines.who(member)]),
      lines.by(by ?? unknown.program),
      lines.when(time(at)),
      ...(state === "waits" ? ["", wait, words.canStop] : []),
      "",
      advice,
      link,
    ].join("\n"),
    data: { kind, state, by, member, fields, from: from === null ? null : new Date(from).toISOString(), link },
  };
}
