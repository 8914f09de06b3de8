import { FlattenedSign, flattenedVerify } from "jose";
import { createKeptFile } from "./kept-file.ts";
import { auditHeadPath, createLastList } from "./last-list.ts";
import { type KeyPlace, openKeyFile } from "./key-file.ts";
import { macWith } from "./mac.ts";
import type { Signed, Signing } from "./signing.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** `known` are the keys as they were read last, `current` those of now. */
export interface KeySource {
  known(): SigningKeys;
  current(): Promise<SigningKeys>;
}

/**
 * Signs with the key of `keyFile` or, without one, with that of `dataDir`, which is made at the first start.
 * @throws ConfigError where there is no key that could be used
 */
export async function openSigning(place: KeyPlace): Promise<Signing> {
  return createSigning({
    keys: await openKeyFile(place),
    lastList: createLastList(place),
    auditHead: createKeptFile(auditHeadPath(place.dataDir)),
  });
}

/** Flattened JSON Web Signatures with Ed25519 (RFC 7515, section 7.2.2; RFC 8037). */
export function createSigning(deps: { keys: KeySource } & Pick<Signing, "lastList" | "auditHead">): Signing {
  const { keys, lastList, auditHead } = deps;

  return {
    async sign(text, type) {
      const { kid, key } = await keys.current();
      const header = headerOf(kid, type);
      const signed = await new FlattenedSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(key);
      return { payload: signed.payload, protected: encodeHeader(header), signature: signed.signature };
    },

    async verify(value, type) {
      const signed = readSigned(value);
      if (signed === null) return null;
      const parts = [signed.payload, signed.protected, signed.signature];
      if (!parts.every(isCanonical)) return null;
      // A key that nobody knows may be one that was made after the start.
      const key = keyFor(keys.known(), signed, type) ?? keyFor(await keys.current(), signed, type);
      if (key === undefined) return null;
      try {
        const { payload } = await flattenedVerify(signed, key, { algorithms: ["EdDSA"] });
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
      } catch {
        return null;
      }
    },

    ...macWith(keys),
    lastList,
    auditHead,
  };
}

function headerOf(kid: string, type: string | undefined): { alg: string; kid: string; typ?: string } {
  return { alg: "EdDSA", kid, ...(type === undefined ? {} : { typ: type }) };
}

function encodeHeader(header: { alg: string; kid: string; typ?: string }): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}

function keyFor({ verifying }: SigningKeys, { protected: header }: Signed, type: string | undefined) {
  // Compared as a whole: what else a header may say, we never write for ourselves.
  for (const [kid, key] of verifying) if (header === encodeHeader(headerOf(kid, type))) return key;
  return undefined;
}

/** Exactly the three members, each a text; null for anything else. */
function readSigned(value: unknown): Signed | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    const members = new Map<string, unknown>(Object.entries(value));
    const [payload, header, signature] = ["payload", "protected", "signature"].map((name) => members.get(name));
    const areTexts = typeof payload === "string" && typeof header === "string" && typeof signature === "string";
    return areTexts && members.size === 3 ? { payload, protected: header, signature } : null;
  } catch {
    // A proxy is nothing that JSON gives, but it must not throw either.
    return null;
  }
}

/** Whether these are the only characters that say these bytes: other ones could differ in bits that nobody reads. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, "base64url").toString("base64url") === text;
}
