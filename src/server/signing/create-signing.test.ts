import { generateKeyPairSync, randomBytes, sign as signBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { exportPKCS8, generateKeyPair } from "jose";
import { createSigning } from "./create-signing.ts";
import type { Signed } from "./signing.ts";
import { readKeys, withNewKey } from "./signing-keys.ts";
import { createTestSigning, type TestSigning } from "./testing.ts";

const text = JSON.stringify({ channels: ["+91 90000 00001", "चैनल", "\uFEFF"] });
const decoded = (part: string) => Buffer.from(part, "base64url").toString();
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

let signing: TestSigning;
let signed: Signed;
beforeAll(async () => {
  signing = await createTestSigning();
  signed = await signing.sign(text);
});

describe("a code", () => {
  it("is the same for the same text, and another for any other text or key", async () => {
    const code = await signing.mac(text);
    expect(Buffer.from(code, "base64url")).toHaveLength(32);
    expect(await signing.mac(text)).toBe(code);
    const stranger = await createTestSigning();
    const [before] = [await stranger.mac(text)];
    await stranger.rotate();
    expect(new Set([code, before, await stranger.mac(text), await signing.mac(`${text} `)]).size).toBe(4);
  });
});

describe("a signature", () => {
  it("is a flattened JWS that names its key by thumbprint, and returns the text", async () => {
    const { keys } = await signing.publicKeys();
    expect(Object.keys(signed)).toEqual(["payload", "protected", "signature"]);
    expect(JSON.parse(decoded(signed.protected))).toEqual({ alg: "EdDSA", kid: keys[0]?.kid });
    expect(decoded(signed.payload)).toBe(text);
    expect(await signing.verify(signed)).toBe(text);
    // Parsed again, as if read from a file.
    expect(await signing.verify(JSON.parse(JSON.stringify(signed)))).toBe(text);
  });

  it("for the public has its own type, and is never accepted as an internal one", async () => {
    const published = await signing.sign(text, "official-channels+jws");
    const [{ kid } = { kid: "" }] = (await signing.publicKeys()).keys;
    expect(JSON.parse(decoded(published.protected))).toEqual({ alg: "EdDSA", kid, typ: "official-channels+jws" });
    expect(await signing.verify(published)).toBeNull();
    expect(await signing.verify({ ...published, protected: signed.protected })).toBeNull();
  });

  it("of a rotated key still verifies; the new one signs", async () => {
    const rotated = await createTestSigning();
    const before = await rotated.sign(text);
    await rotated.rotate();
    await rotated.rotate();
    const after = await rotated.sign(text);
    expect(after.protected).not.toBe(before.protected);
    expect([await rotated.verify(before), await rotated.verify(after)]).toEqual([text, text]);
    const { keys } = await rotated.publicKeys();
    expect(keys).toHaveLength(3);
    expect(JSON.parse(decoded(after.protected)).kid).toBe(keys[0]?.kid);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });

  it("of another key is rejected, under its name and ours", async () => {
    const other = await createTestSigning();
    const theirs = await other.sign(text);
    expect(await signing.verify(theirs)).toBeNull();
    expect(await signing.verify({ ...theirs, protected: signed.protected })).toBeNull();
  });

  it("is rejected after any change of a character", async () => {
    for (const member of ["payload", "protected", "signature"] as const) {
      for (let at = 0; at < signed[member].length; at += 1) {
        const [before, after] = [signed[member].slice(0, at), signed[member].slice(at + 1)];
        const other = signed[member][at] === "A" ? "B" : "A";
        expect(await signing.verify({ ...signed, [member]: before + other + after })).toBeNull();
        expect(await signing.verify({ ...signed, [member]: before + after })).toBeNull();
      }
    }
  });
});

describe("malformed signatures are rejected without an error", () => {
  /** Signs an arbitrary header with one of our keys. */
  async function withHeader(header: unknown): Promise<unknown> {
    const { privateKey } = generateKeyPairSync("ed25519");
    const keys = await readKeys(privateKey.export({ format: "pem", type: "pkcs8" }).toString());
    const ours = createSigning({
      keys: { known: () => keys, current: () => Promise.resolve(keys) },
      lastList: signing.lastList,
      auditHead: signing.auditHead,
      settings: signing.settings,
      memberHead: signing.memberHead,
    });
    const head = encoded(typeof header === "function" ? header(keys.kid) : header);
    const payload = Buffer.from(text).toString("base64url");
    const signature = signBytes(null, Buffer.from(`${head}.${payload}`), privateKey).toString("base64url");
    return ours.verify({ payload, protected: head, signature });
  }

  it.each([
    ["as it should be", (kid: string) => ({ alg: "EdDSA", kid }), text],
    ["without a kid", { alg: "EdDSA" }, null],
    ["with alg none", (kid: string) => ({ alg: "none", kid }), null],
    ["with another name of the algorithm", (kid: string) => ({ alg: "Ed25519", kid }), null],
    ["with a symmetric algorithm", (kid: string) => ({ alg: "HS256", kid }), null],
    ["with more in it", (kid: string) => ({ alg: "EdDSA", kid, crit: ["exp"], exp: 1 }), null],
    ["with an unencoded payload", (kid: string) => ({ alg: "EdDSA", kid, b64: false, crit: ["b64"] }), null],
    ["in another order", (kid: string) => ({ kid, alg: "EdDSA" }), null],
    ["that is no object", null, null],
  ])("a header %s", async (_what, header, outcome) => {
    expect(await withHeader(header)).toBe(outcome);
  });

  it.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["null", () => null],
    ["a text", () => JSON.stringify(signed)],
    ["a compact JWS", () => `${signed.protected}.${signed.payload}.${signed.signature}`],
    ["an array", () => [signed.payload, signed.protected, signed.signature]],
    ["a member too few", () => ({ payload: signed.payload, protected: signed.protected })],
    ["a member too many", () => ({ ...signed, header: {} })],
    ["a member that is no text", () => ({ ...signed, signature: 1 })],
    ["members of a prototype", () => Object.create(signed)],
    ["padding", () => ({ ...signed, signature: `${signed.signature}==` })],
    ["a line's end", () => ({ ...signed, payload: `${signed.payload}\n` })],
    ["a space", () => ({ ...signed, payload: ` ${signed.payload}` })],
    ["the alphabet of plain base64", () => ({ ...signed, signature: signed.signature.replaceAll("_", "/") + "+" })],
    ["bits that nobody reads", () => ({ ...signed, signature: otherSpelling(signed.signature) })],
    ["an empty signature", () => ({ ...signed, signature: "" })],
    ["half a character", () => ({ ...signed, payload: "\uD800" })],
    ["__proto__", () => JSON.parse(`{"__proto__":${JSON.stringify(signed)}}`)],
    [
      "a proxy that throws",
      () =>
        new Proxy(signed, {
          ownKeys() {
            throw new Error("no");
          },
        }),
    ],
  ])("%s", async (_what, make) => {
    expect(await signing.verify(make())).toBeNull();
  });

  it("random texts", async () => {
    for (let count = 0; count < 200; count += 1) {
      const part = () => randomBytes(count).toString("base64url");
      expect(await signing.verify({ payload: part(), protected: part(), signature: part() })).toBeNull();
    }
  });
});

/** Returns the same bytes in another encoding: the last character of 64 bytes has four unused bits. */
function otherSpelling(signature: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet[alphabet.indexOf(signature.at(-1) ?? "") + 1] ?? "";
  const other = signature.slice(0, -1) + last;
  expect(Buffer.from(other, "base64url")).toEqual(Buffer.from(signature, "base64url"));
  return other;
}

describe("a text of keys", () => {
  it.each([
    ["nothing", () => "", "holds no private key in PEM"],
    ["something else", () => "{}", "holds no private key in PEM"],
    ["a public key alone", () => pem(generateKeyPairSync("ed25519").publicKey), "holds no private key in PEM"],
    ["a key of another curve", () => pem(generateKeyPairSync("x25519").privateKey), "holds a key that is not Ed25519"],
    [
      "an RSA key below ours",
      () =>
        pem(generateKeyPairSync("ed25519").privateKey) +
        pem(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey),
      "holds a key that is not Ed25519",
    ],
    [
      "an encrypted key",
      () =>
        generateKeyPairSync("ed25519")
          .privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "x" })
          .toString(),
      "holds a key that is not Ed25519",
    ],
    [
      "a key that is cut",
      () => "-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----\n",
      "holds a key that cannot be read",
    ],
  ])("with %s is refused", async (_what, make, message) => {
    await expect(readKeys(make())).rejects.toThrow(message);
  });

  it("accepts output of other tools, with text between the keys", async () => {
    const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const written = (await exportPKCS8(privateKey)).replaceAll("\n", "\r\n");
    const older = pem(generateKeyPairSync("ed25519").publicKey);
    const { listed } = await readKeys(`made in 2026\r\n${written}\r\n# the one of before\n${older}\n${older}`);
    expect(listed.keys).toHaveLength(2);
  });

  it("loses the old private keys when a new key is added", async () => {
    const two = pem(generateKeyPairSync("ed25519").privateKey) + pem(generateKeyPairSync("ed25519").privateKey);
    const next = await withNewKey(two);
    expect(next.match(/BEGIN PRIVATE KEY/g)).toHaveLength(1);
    expect(next.match(/BEGIN PUBLIC KEY/g)).toHaveLength(2);
    const [before, after] = [await readKeys(two), await readKeys(next)];
    expect(after.listed.keys.slice(1)).toEqual(before.listed.keys);
  });
});

function pem(key: ReturnType<typeof generateKeyPairSync>["publicKey"]): string {
  return key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
}
