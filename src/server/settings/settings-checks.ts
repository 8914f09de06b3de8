import { isIP } from "node:net";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { isPublicAddress, mayBePlain } from "../lib/network.ts";
import type { FullSettings, KnownSettings } from "./settings.ts";

const notPlain = say("settings.unencrypted-mail");

const requiredText = (label: "server" | "user" | "password" | "token") =>
  say("field.required", { label: say(`label.${label}`) });

/** Errors by field that depend on the other settings. */
export function refusals(
  { acknowledge, mail, webhook, telegram, incoming }: SettingsInput,
  before: FullSettings & Pick<KnownSettings, "unreadable">,
  { privateHosts, plainHosts }: { privateHosts: ReadonlySet<string>; plainHosts: ReadonlySet<string> },
): Record<string, ServerText> {
  const errors: Record<string, ServerText> = {};
  if (acknowledge && mail === null) errors["acknowledge"] = say("settings.mail-first");
  if (mail !== null && mail.user !== "" && mail.password === undefined) {
    const { mail: old } = before;
    const isKept = old !== null && (old.password !== "" || before.unreadable.includes("mail.password"));
    if (!isKept) errors["mail.password"] = say("settings.password-with-user");
    else if (!isSamePlace(mail, old)) errors["mail.password"] = say("settings.password-again");
  }
  if (mail?.security === "none" && !mayBePlain(mail.host, plainHosts)) errors["mail.security"] = notPlain;
  if (incoming?.way === "imap") {
    if (incoming.security === "none" && !mayBePlain(incoming.host, plainHosts)) errors["incoming.security"] = notPlain;
    const { incoming: old } = before;
    if (incoming.host === "") errors["incoming.host"] = requiredText("server");
    if (incoming.user === "") errors["incoming.user"] = requiredText("user");
    const isKept = (old?.password ?? "") !== "" || before.unreadable.includes("incoming.password");
    if (incoming.password === undefined && !isKept) errors["incoming.password"] = requiredText("password");
    else if (incoming.password === undefined && !isSamePlace(incoming, old))
      errors["incoming.password"] = say("settings.password-again");
  }
  if (webhook !== null) {
    const { protocol, hostname } = new URL(webhook.url);
    if (protocol === "http:" && !privateHosts.has(hostname)) errors["webhook.url"] = say("settings.address-https");
    else if (!privateHosts.has(hostname) && isInside(hostname)) errors["webhook.url"] = say("settings.address-public");
  }
  if (telegram !== null && telegram.token === undefined && before.telegram === null)
    errors["telegram.token"] = requiredText("token");
  return errors;
}

type Place = Pick<NonNullable<Settings["mail"]>, "host" | "port" | "security" | "user">;

/** A signed-in attacker must not learn a stored password by naming their own server. */
function isSamePlace(one: Place, other: Place | null): boolean {
  return (["host", "port", "security", "user"] as const).every((field) => one[field] === other?.[field]);
}

/** Whether the host is internal as written; resolved addresses are checked when something is sent. */
function isInside(hostname: string): boolean {
  // IPv6 addresses are in brackets (RFC 3986, section 3.2.2).
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0) return !isPublicAddress(address);
  return /(^|\.)localhost\.?$/.test(hostname);
}
