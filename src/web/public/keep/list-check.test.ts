import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { checkList, type Kept } from "./list-check.ts";

const origin = "https://desk.example.com";
const now = Date.parse("2026-11-26T12:00:00Z");
const minute = 60_000;
const at = (minutes: number) => new Date(now + minutes * minute).toISOString();
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const { x = "" } = publicKey.export({ format: "jwk" });
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const goodHeader = { alg: "EdDSA", typ: "official-channels+jws", kid: "ours" };
const goodList = {
  issuer: origin,
  version: 7,
  issuedAt: at(-40),
  expiresAt: at(80),
  hidden: false,
  channels: [{ type: "whatsapp", value: "+91 90000 00001", opens: "https://wa.me/919000000001", description: "" }],
};

function keptList(given: { header?: object; list?: object; kept?: Partial<Kept>; payload?: string }): Kept {
  const header = encoded({ ...goodHeader, ...given.header });
  const payload = encoded({ ...goodList, ...given.list });
  const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey).toString("base64url");
  const text = JSON.stringify({ protected: header, payload: given.payload ?? payload, signature });
  return { pin: { kid: "ours", x }, text, seen: { version: 7, at: now - minute }, ...given.kept };
}

describe("a kept list", () => {
  it("is shown with its age while its signature verifies and its life lasts", async () => {
    expect(await checkList(keptList({}), origin, now)).toEqual({
      ok: true,
      list: {
        version: 7,
        issuedAt: now - 40 * minute,
        expiresAt: now + 80 * minute,
        hidden: false,
        channels: goodList.channels,
      },
    });
    expect(await checkList(keptList({ list: { hidden: true, channels: [] } }), origin, now)).toMatchObject({
      list: { hidden: true },
    });
  });

  it.each<[doubt: string, kept: Kept | undefined]>([
    ["missing", undefined],
    ["unverified", keptList({ kept: { text: "<html>" } })],
    ["unverified", keptList({ payload: encoded({ ...goodList, version: 8 }) })],
    ["unverified", keptList({ header: { alg: "none" } })],
    ["unverified", keptList({ header: { typ: "settings+jws" } })],
    ["unverified", keptList({ list: { issuer: "https://desk.example.net" } })],
    ["unverified", keptList({ list: { version: "8" } })],
    ["unverified", keptList({ list: { channels: "none" } })],
    ["unverified", keptList({ list: { channels: [{ type: "whatsapp", value: 1, description: "" }] } })],
    ["newKey", keptList({ header: { kid: "theirs" } })],
    ["older", keptList({ list: { version: 6 } })],
    ["expired", keptList({ list: { expiresAt: at(0) } })],
    ["expired", keptList({ list: { expiresAt: "soon" } })],
    ["clock", keptList({ list: { issuedAt: at(6) } })],
    ["clock", keptList({ list: { issuedAt: "once" } })],
    ["clock", keptList({ kept: { seen: { version: 7, at: now + 6 * minute } } })],
  ])("is %s, and says nothing", async (doubt, kept) => {
    expect(await checkList(kept, origin, now)).toEqual({ ok: false, doubt });
  });

  it("says nothing where the pinned key is another, whatever its name", async () => {
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
    const kept = keptList({ kept: { pin: { kid: "ours", x: other } } });
    expect(await checkList(kept, origin, now)).toEqual({ ok: false, doubt: "unverified" });
  });

  it("says nothing in a browser without Ed25519", async () => {
    const refusing = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
    expect(await checkList(keptList({}), origin, now)).toEqual({ ok: false, doubt: "unable" });
    refusing.mockRestore();
  });
});
