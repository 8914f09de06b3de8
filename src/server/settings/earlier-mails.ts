import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { warnedFor } from "#domain/trust-changes.ts";
import type { StoredSettings } from "./signed-settings.ts";

type Value = StoredSettings["value"];

/** The place of a mail configuration, without who is notified of inquiries. */
interface MailPlace {
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  user: string;
  from: string;
}

/** A replaced mail configuration, which sends warnings until `until`. `sealed` is its password, encrypted. */
interface EarlierMail {
  id: string;
  mail: MailPlace;
  sealed?: string;
  until: number;
}

const name = "earlierMails";

const placeOf = ({ host, port, security, user, from }: MailPlace): MailPlace => ({ host, port, security, user, from });

/** A short digest, which names a configuration in messages of the outbox without saying what it is. */
const idOf = (mail: MailPlace, sealed: string | undefined) =>
  createHash("sha256")
    .update(JSON.stringify([placeOf(mail), sealed ?? ""]))
    .digest("base64url")
    .slice(0, 16);

/** The replaced mail configurations that still send warnings. Only `withEarlierMail` writes this signed value. */
export function earlierMailsIn(value: Value, now: number): EarlierMail[] {
  return ((value[name] ?? []) as EarlierMail[]).filter(({ until }) => now < until);
}

/** Returns whether a replaced mail configuration is past its time, and has to be erased. */
export function hasOldMails(value: Value, now: number): boolean {
  return ((value[name] ?? []) as EarlierMail[]).some(({ until }) => now >= until);
}

/** `next` with the mail configuration that it replaces, and without those that are past their time. */
export function withEarlierMail(next: Value, before: Value, now: number): Value {
  const kept = earlierMailsIn(before, now);
  const [mail, after] = [before["mail"], next["mail"]] as Array<MailPlace | null | undefined>;
  const sealedOf = (value: Value) => (value["sealed"] as Record<string, string> | undefined)?.["mail.password"];
  const sealed = sealedOf(before);
  const isSame =
    mail === null ||
    mail === undefined ||
    (after !== null &&
      after !== undefined &&
      isDeepStrictEqual(placeOf(mail), placeOf(after)) &&
      // A password that was typed is not encrypted yet.
      sealedOf(next) === sealed);
  const replaced = isSame
    ? []
    : [
        {
          id: idOf(mail, sealed),
          mail: placeOf(mail),
          ...(sealed !== undefined && { sealed }),
          until: now + warnedFor,
        },
      ];
  const all = [...kept.filter(({ id }) => id !== replaced[0]?.id), ...replaced];
  const { [name]: _old, ...rest } = next;
  return all.length === 0 ? rest : { ...rest, [name]: all };
}
