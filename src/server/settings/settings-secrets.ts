import type { SecretName } from "#contract/settings.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { StoredSettings } from "./signed-settings.ts";

type Value = StoredSettings["value"];
type Part = Record<string, unknown>;

/** The path of each secret in the settings. */
const places: ReadonlyArray<readonly [name: SecretName, section: string, field: string]> = [
  ["mail.password", "mail", "password"],
  ["webhook.secret", "webhook", "secret"],
  ["telegram.token", "telegram", "token"],
  ["incoming.password", "incoming", "password"],
  ["incoming.secret", "incoming", "secret"],
  ["backups.passphrase", "backups", "passphrase"],
  ["backups.secretAccessKey", "backups", "secretAccessKey"],
];

const context = (name: SecretName) => `settings ${name}`;

/** Secrets that version 0.2.0 knows. It rewrites `sealed` with these alone, but keeps fields that it does not know. */
const released: ReadonlySet<string> = new Set([
  "mail.password",
  "webhook.secret",
  "telegram.token",
] satisfies SecretName[]);

/** The encrypted secrets of stored settings, by name. */
export const sealedIn = (value: Value): Part => ({ ...partOf(value["sealed"]), ...partOf(value["laterSealed"]) });

/**
 * Returns stored settings with these encrypted secrets, so that an instance of 0.2.0 drops none in a rolling upgrade.
 */
export function withSealed({ laterSealed: _old, ...value }: Value, sealed: Part): Value {
  const part = (isReleased: boolean) =>
    Object.fromEntries(Object.entries(sealed).filter(([name]) => released.has(name) === isReleased));
  const later = part(false);
  return { ...value, sealed: part(true), ...(Object.keys(later).length > 0 && { laterSealed: later }) };
}

/**
 * Secrets are stored encrypted, by name under `sealed` or `laterSealed`. Their original fields hold an empty text,
 * which the previous version reads as no secret.
 */
export function createSettingsSecrets(encryption: Pick<Encryption, "encrypt" | "decrypt">) {
  return {
    /** The settings with every secret encrypted; encrypted ones stay while their section exists. */
    async encrypted(value: Value): Promise<Value> {
      const next: Part = { ...value };
      const old = sealedIn(value);
      const sealed: Part = ofLaterVersions(old);
      for (const [name, section, field] of places) {
        // A section may have several secrets.
        const part = partOf(next[section]);
        if (part === null) continue;
        const plain = part[field];
        if (typeof plain === "string" && plain !== "") sealed[name] = await encryption.encrypt(plain, context(name));
        else if (old[name] !== undefined) sealed[name] = old[name];
        next[section] = { ...part, [field]: "" };
      }
      return withSealed(next, sealed);
    },

    /** The settings with every secret decrypted; `unreadable` names those encrypted with another key. */
    async opened(value: Value): Promise<{ value: Value; unreadable: SecretName[] }> {
      const { sealed: _sealed, laterSealed: _later, ...rest } = value;
      const sealed = sealedIn(value);
      const next: Part = rest;
      const unreadable: SecretName[] = [];
      for (const [name, section, field] of places) {
        const part = partOf(next[section]);
        const text = sealed[name];
        if (part === null || typeof text !== "string") continue;
        const plain = await encryption.decrypt(text, context(name));
        if (plain === null) unreadable.push(name);
        next[section] = { ...part, [field]: plain ?? "" };
      }
      return { value: next, unreadable };
    },

    /** `next` with the encrypted secrets of `stored` that are the same in `before`. */
    kept(next: Value, before: Value, stored: Value): Value {
      const sealed = sealedIn(stored);
      const kept: Part = ofLaterVersions(sealed);
      const value: Part = { ...next };
      for (const [name, section, field] of places) {
        const part = partOf(value[section]);
        if (part === null || part[field] !== partOf(before[section])?.[field]) continue;
        // There is no password if there is no user.
        if (sealed[name] === undefined || (field === "password" && part["user"] === "")) continue;
        kept[name] = sealed[name];
        value[section] = { ...part, [field]: "" };
      }
      return withSealed(value, kept);
    },
  };
}

/** The encrypted secrets that this version does not know: during a rolling upgrade they stay. */
function ofLaterVersions(sealed: Part): Part {
  const known = new Set<string>(places.map(([name]) => name));
  return Object.fromEntries(Object.entries(sealed).filter(([name]) => !known.has(name)));
}

function partOf(value: unknown): Part | null {
  return typeof value === "object" && value !== null ? { ...value } : null;
}
