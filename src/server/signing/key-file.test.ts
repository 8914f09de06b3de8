import { generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError } from "../lib/errors.ts";
import { openSigning } from "./create-signing.ts";
import { rotateKeyFile } from "./key-file.ts";
import { newKeyText } from "./signing-keys.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-keys-"));
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true }));

const ours = () => ({ dataDir, keyFile: undefined });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const kidsOf = async (place: { dataDir: string; keyFile: string | undefined }) =>
  (await (await openSigning(place)).publicKeys()).keys.map(({ kid }) => kid);

/** Returns the one-line error of opening this file. */
async function faultOf(keyFile: string | undefined): Promise<string> {
  const error: unknown = await openSigning({ dataDir, keyFile }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).not.toContain("\n");
  return message;
}

describe("the first start", () => {
  it("creates only a key, readable by its owner; the next one keeps it", async () => {
    const first = await kidsOf(ours());
    expect(readdirSync(dataDir)).toEqual(["signing-key.pem"]);
    expect(modeOf(join(dataDir, "signing-key.pem"))).toBe("600");
    expect(modeOf(dataDir)).toBe("700");
    expect(readFileSync(join(dataDir, "signing-key.pem"), "utf8")).toMatch(
      /^-----BEGIN PRIVATE KEY-----\n[\w+/=]+\n-----END PRIVATE KEY-----\n$/,
    );
    expect(await kidsOf(ours())).toEqual(first);
  });

  it("by several programs simultaneously ends with one key for all", async () => {
    const signings = await Promise.all(Array.from({ length: 20 }, () => openSigning(ours())));
    const signed = await Promise.all(signings.map((signing) => signing.sign("x")));
    expect(new Set(signed.map((each) => each.signature)).size).toBe(1);
    expect(readdirSync(dataDir)).toEqual(["signing-key.pem"]);
  });

  it("creates none if the operator has named a file", async () => {
    const keyFile = join(folder, "named.pem");
    writeFileSync(keyFile, newKeyText());
    await openSigning({ dataDir, keyFile });
    expect(readdirSync(folder)).toEqual(["named.pem"]);
  });

  it("never replaces a broken file", async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "signing-key.pem"), "");
    expect(await faultOf(undefined)).toBe(
      `DATA_DIR: the file ${dataDir}/signing-key.pem holds no private key in PEM; restore it from a backup`,
    );
    expect(readFileSync(join(dataDir, "signing-key.pem"), "utf8")).toBe("");
  });
});

it("a lost key that has signed a list is not replaced", async () => {
  const { lastList } = await openSigning(ours());
  await lastList.write("{}");
  rmSync(join(dataDir, "signing-key.pem"));
  expect(await faultOf(undefined)).toBe(
    `DATA_DIR: the file ${dataDir}/signing-key.pem is missing, though it has signed the channels; restore it from ` +
      "a backup",
  );
  expect(readdirSync(dataDir)).toEqual(["official-channels.sealed.json"]);
});

describe("SIGNING_KEY_FILE", () => {
  it.each<[string, (path: string) => void, string]>([
    ["is missing", () => undefined, "cannot be used (ENOENT)"],
    ["is a folder", (path) => mkdirSync(path), "cannot be used (EISDIR)"],
    ["is empty", (path) => writeFileSync(path, ""), "holds no private key in PEM"],
    ["holds bytes", (path) => writeFileSync(path, Buffer.from([0xff, 0, 0xfe])), "holds no private key in PEM"],
    [
      "holds a key of another algorithm",
      (path) =>
        writeFileSync(
          path,
          generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "pem", type: "pkcs8" }),
        ),
      "holds a key that is not Ed25519",
    ],
    ["is huge", (path) => writeFileSync(path, "-".repeat(1_000_001)), "is too long for a file of keys"],
    ["is a link that leads to itself", (path) => symlinkSync(path, path), "cannot be used (ELOOP)"],
  ])("that %s stops the start in one line, which advises to replace nothing", async (_what, make, why) => {
    const keyFile = join(folder, "key.pem");
    make(keyFile);
    const isMissing = why.includes("ENOENT");
    const orMake = ` or, for a new site, make one with: openssl genpkey -algorithm ed25519 -out ${keyFile}`;
    expect(await faultOf(keyFile)).toBe(
      `SIGNING_KEY_FILE: the file ${keyFile} ${why}; restore it from a backup${isMissing ? orMake : ""}`,
    );
  });

  it("that is unreadable stops it as well, with its owner and mode, and no advice to replace it", async () => {
    const keyFile = join(folder, "key.pem");
    writeFileSync(keyFile, newKeyText());
    chmodSync(folder, 0o755);
    chmodSync(keyFile, 0);
    // Root can read every file.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.("nobody");
    try {
      const { uid, gid } = statSync(keyFile);
      expect(await faultOf(keyFile)).toBe(
        `SIGNING_KEY_FILE: the file ${keyFile} cannot be used (EACCES); the user ${process.geteuid?.()} may not read ` +
          `it (it belongs to user ${uid} and group ${gid} with mode 0): keep the file, and give it to that user ` +
          "(chown) with mode 600",
      );
    } finally {
      if (isRoot) process.seteuid?.("root");
    }
  });
});

describe("rotation", () => {
  it("adds a new key, and keeps the old public key and the file mode", async () => {
    const path = join(dataDir, "signing-key.pem");
    const before = await openSigning(ours());
    const signed = await before.sign("x");
    const [old] = (await before.publicKeys()).keys;
    chmodSync(path, 0o640);
    const { kid } = await rotateKeyFile(ours());
    expect(await kidsOf(ours())).toEqual([kid, old?.kid]);
    expect(modeOf(path)).toBe("640");
    expect(readdirSync(dataDir)).toEqual(["signing-key.pem"]);
    expect(readFileSync(path, "utf8").match(/PRIVATE KEY/g)).toHaveLength(2);
    expect(await (await openSigning(ours())).verify(signed)).toBe("x");
  });

  it("is noticed by a running server, which verifies and signs with the new key", async () => {
    const running = await openSigning(ours());
    const old = await running.sign("x");
    await rotateKeyFile(ours());
    const fresh = await (await openSigning(ours())).sign("x");
    expect(await running.verify(fresh)).toBe("x");
    expect(await running.sign("x")).toEqual(fresh);
    expect(await running.verify(old)).toBe("x");
    expect((await running.publicKeys()).keys).toHaveLength(2);
  });

  it("is noticed by a running server without unknown key ids", async () => {
    const running = await openSigning(ours());
    const { kid } = await rotateKeyFile(ours());
    expect((await running.publicKeys()).keys[0]?.kid).toBe(kid);
  });

  it("follows a link to the file, and keeps the link", async () => {
    const keyFile = join(folder, "link.pem");
    writeFileSync(join(folder, "real.pem"), newKeyText());
    symlinkSync("real.pem", keyFile);
    await rotateKeyFile({ dataDir, keyFile });
    expect(readdirSync(folder)).toEqual(["link.pem", "real.pem"]);
    expect(readFileSync(join(folder, "real.pem"), "utf8").match(/BEGIN/g)).toHaveLength(2);
  });

  it("of a missing file fails in one line", async () => {
    await expect(rotateKeyFile({ dataDir, keyFile: join(folder, "none.pem") })).rejects.toThrow(/^SIGNING_KEY_FILE: /);
  });
});

describe("a file that breaks while the server runs", () => {
  it.each([
    ["is gone", () => rmSync(join(dataDir, "signing-key.pem"))],
    ["is cut", () => writeFileSync(join(dataDir, "signing-key.pem"), "-----BEGIN")],
  ])("(it %s) leaves the keys as they were until it is whole again", async (_what, breakIt) => {
    const running = await openSigning(ours());
    const signed = await running.sign("x");
    const stranger = await (await openSigning({ dataDir: join(folder, "other"), keyFile: undefined })).sign("x");
    breakIt();
    expect(await running.verify(signed)).toBe("x");
    expect(await running.verify(stranger)).toBeNull();
    expect(await running.sign("x")).toEqual(signed);
    writeFileSync(join(dataDir, "signing-key.pem"), readFileSync(join(folder, "other/signing-key.pem")));
    expect(await running.verify(stranger)).toBe("x");
  });
});
