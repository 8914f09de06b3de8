import { isIP } from "node:net";
import { isDeepStrictEqual } from "node:util";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { isPublicAddress, mayBePlain } from "../lib/network.ts";
import { type BackupPlan, bucketOf, type ChosenBackups } from "../backup/backup-plan.ts";
import type { BackupPlace } from "../backup/backup-config.ts";
import type { FullSettings, KnownSettings } from "./full-settings.ts";

const notPlain = say("settings.unencrypted-mail");

const requiredText = (label: "server" | "user" | "password" | "token" | "bucket" | "access-key" | "secret-key") =>
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

/** Returns whether the host is internal as written; resolved addresses are checked when something is sent. */
function isInside(hostname: string): boolean {
  // IPv6 addresses are in brackets (RFC 3986, section 3.2.2).
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0) return !isPublicAddress(address);
  return /(^|\.)localhost\.?$/.test(hostname);
}

/** Checks that need the disk, the network or the member who asks. */
export interface BackupChecks {
  folderProblem: (path: string) => Promise<ServerText | null>;
  bucketProblem: (place: BackupPlace) => Promise<{ field: string; text: ServerText } | null>;
  /** The passphrase that was typed back, if it was made for this member. */
  confirmed: (memberId: string, typed: string, proof: string) => Promise<string | null>;
}

/**
 * Returns why backups cannot be set up so, by field. `next` has the secrets too, and the passphrase as the server wrote
 * it. Folder and bucket are tried last, once all else is right.
 */
export async function backupRefusals(
  {
    input,
    next,
    before,
  }: { input: SettingsInput["backups"]; next: ChosenBackups | null; before: FullSettings["backups"] },
  isConfirmed: boolean,
  plan: Pick<BackupPlan, "isFixed" | "places" | "server" | "privateHosts">,
  checks: BackupChecks,
): Promise<Record<string, ServerText>> {
  const errors: Record<string, ServerText> = {};
  if (input === undefined || isDeepStrictEqual(next, before)) return errors;
  if (plan.isFixed) return { "backups.folder": say("settings.backups-of-server") };
  if (input === null || next === null) return errors;
  if (plan.server.days === 0) errors["backups.everyHours"] = say("settings.backups-promised-none");
  if (!plan.places.includes(next.folder)) errors["backups.folder"] = say("settings.backup-place");
  if (input.passphrase === undefined && next.passphrase === "")
    errors["backups.passphrase"] = say("settings.passphrase-first");
  else if (input.passphrase !== undefined && !isConfirmed)
    errors["backups.passphrase"] = say("settings.passphrase-differs");
  if (next.endpoint !== "") {
    const { protocol, hostname } = new URL(next.endpoint);
    if (!plan.privateHosts.has(hostname)) {
      if (protocol === "http:") errors["backups.endpoint"] = say("settings.address-https");
      else if (isInside(hostname)) errors["backups.endpoint"] = say("settings.address-public");
    }
    if (next.bucket === "") errors["backups.bucket"] = requiredText("bucket");
    if (next.accessKeyId === "") errors["backups.accessKeyId"] = requiredText("access-key");
    if (next.secretAccessKey === "") errors["backups.secretAccessKey"] = requiredText("secret-key");
    // A stored key is treated like a password: a signed-in attacker must not have it used elsewhere.
    else if (input.secretAccessKey === undefined && !(before !== null && isSameBucket(next, before)))
      errors["backups.secretAccessKey"] = say("settings.secret-key-again");
  }
  if (Object.keys(errors).length > 0) return errors;
  const folder = await checks.folderProblem(next.folder);
  if (folder !== null) errors["backups.folder"] = folder;
  const place = bucketOf(next, plan.privateHosts);
  const bucket = place === undefined ? null : await checks.bucketProblem(place);
  if (bucket !== null) errors[`backups.${bucket.field}`] = bucket.text;
  return errors;
}

const isSameBucket = (one: ChosenBackups, other: ChosenBackups) =>
  (["endpoint", "bucket", "prefix", "accessKeyId"] as const).every((field) => one[field] === other[field]);
