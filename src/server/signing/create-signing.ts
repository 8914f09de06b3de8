import { FlattenedSign, flattenedVerify } from "jose";
import { createTextFile } from "../lib/durable-file.ts";
import { auditHeadPath, createLastList, type KeyPlace, memberHeadPath, openKeyFile, settingsPath } from "./key-file.ts";
import { macWith, type SigningKeys } from "./signing-keys.ts";
import type { Signed, Signing } from "./signing.ts";

/** `known` are the keys as last read; `current` reads them again if they have changed. */
export interface KeySource {
  known(): SigningKeys;
  current(): Promise<SigningKeys>;
}

/**
 * Signs with the key of `keyFile` or, without one, of `dataDir`, where it is created at the first start.
 * @throws ConfigError if there is no usable key
 */
export async function openSigning(place: KeyPlace): Promise<Signing> {
  return createSigning({
    keys: await openKeyFile(place),
    lastList: createLastList(place),
    auditHead: createTextFile(auditHeadPath(place.dataDir)),
    settings: createTextFile(settingsPath(place.dataDir)),
    memberHead: createTextFile(memberHeadPath(place.dataDir)),
  });
}

export function createSigning(
  deps: { keys: KeySource } & Pick<Signing, "lastList" | "auditHead" | "settings" | "memberHead">,
): Signing {
  const { keys, lastList, auditHead, settings, memberHead } = deps;

  return {
    async sign(text, type) {
      const { kid, key } = await keys.current();
      const header = headerOf(kid, type);
      const signed = await new FlattenedSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(key);
      return { payload: signed.payload, protected: encodeHeader(header), signature: signed.signature };
    },

    async verify(value, type) {
      const known = await verifyWith(keys.known().verifying, value, type);
      // An unknown key may have been added after the start.
      return known ?? verifyWith((await keys.current()).verifying, value, type);
    },

    ...macWith(keys),
    lastList,
    auditHead,
    settings,
    memberHead,
  };
}

/** The text that one of these keys signed with this type; null otherwise, as in `Signing.verify`. */
export async function verifyWith(
  verifying: SigningKeys["verifying"],
  value: unknown,
  type: string | undefined,
): Promise<string | null> {
  const signed = readSigned(value);
  if (signed === null) return null;
  const parts = [signed.payload, signed.protected, signed.signature];
  const key = keyFor(verifying, signed, type);
  if (key === undefined || !parts.every(isCanonical)) return null;
  try {
    const { payload } = await flattenedVerify(signed, key, { algorithms: ["EdDSA"] });
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    return null;
  }
}

function headerOf(kid: string, type: string | undefined): { alg: string; kid: string; typ?: string } {
  return { alg: "EdDSA", kid, ...(type === undefined ? {} : { typ: type }) };
}

function encodeHeader(header: { alg: string; kid: string; typ?: string }): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}

function keyFor(verifying: SigningKeys["verifying"], { protected: header }: Signed, type: string | undefined) {
  // Compare the whole header: we never write any other.
  for (const [kid, key] of verifying) if (header === encodeHeader(headerOf(kid, type))) return key;
  return undefined;
}

/** Exactly the three members, all strings; null otherwise. */
function readSigned(value: unknown): Signed | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    const members = new Map<string, unknown>(Object.entries(value));
    const [payload, header, signature] = ["payload", "protected", "signature"].map((name) => members.get(name));
    const areTexts = typeof payload === "string" && typeof header === "string" && typeof signature === "string";
    return areTexts && members.size === 3 ? { payload, protected: header, signature } : null;
  } catch {
    // A Proxy never comes from JSON, but it must not throw here.
    return null;
  }
}

/** Whether this is the canonical base64url of its bytes: other spellings differ in unused bits. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, "base64url").toString("base64url") === text;
}
