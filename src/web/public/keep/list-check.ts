/** The public key that signed the list when the visitor kept the site. */
export interface Pin {
  kid: string;
  x: string;
}

/** Data that this browser keeps of the signed channel list. */
export interface Kept {
  pin: Pin;
  /** The site's last response, as sent; verified at each use. */
  text: string;
  /** The highest version that was verified here, and the latest time that this browser's clock has shown. */
  seen: { version: number; at: number };
}

export interface KeptChannel {
  /** Type of the channel; one of a later version of the site may be unknown to this one. */
  type: string;
  value: string;
  description: string;
  /** The description in other languages, by language code. */
  translations?: Partial<Record<string, string>>;
}

interface VerifiedList {
  version: number;
  issuedAt: number;
  expiresAt: number;
  hidden: boolean;
  channels: KeptChannel[];
}

/** Reasons for which a kept list is not trusted; each has its words in `copy.keep`. */
export const doubts = ["missing", "unable", "unverified", "newKey", "older", "clock", "expired"] as const;

type Doubt = (typeof doubts)[number];

type Checked = { ok: true; list: VerifiedList } | { ok: false; doubt: Doubt };

/** Max difference of two clocks. */
const tolerance = 300_000;

/**
 * Verifies a kept list as docs/official-channels.md says. Of anything unexpected it says that it cannot know. `origin`
 * is this site's, `now` the time by this browser's clock.
 */
export async function checkList(kept: Kept | undefined, origin: string, now: number): Promise<Checked> {
  if (kept === undefined) return { ok: false, doubt: "missing" };
  try {
    return await verified(kept, origin, now);
  } catch {
    return { ok: false, doubt: "unverified" };
  }
}

async function verified({ pin, text, seen }: Kept, origin: string, now: number): Promise<Checked> {
  const signed = JSON.parse(text) as { protected: string; payload: string; signature: string };
  const header = JSON.parse(textOf(signed.protected)) as { alg: unknown; typ: unknown; kid: unknown };
  if (header.alg !== "EdDSA" || header.typ !== "official-channels+jws") return { ok: false, doubt: "unverified" };
  if (header.kid !== pin.kid) return { ok: false, doubt: "newKey" };
  const key = await crypto.subtle
    .importKey("jwk", { kty: "OKP", crv: "Ed25519", x: pin.x }, "Ed25519", false, ["verify"])
    .catch(() => undefined);
  if (key === undefined) return { ok: false, doubt: "unable" };
  const content = new TextEncoder().encode(`${signed.protected}.${signed.payload}`);
  if (!(await crypto.subtle.verify("Ed25519", key, bytesOf(signed.signature), content)))
    return { ok: false, doubt: "unverified" };

  const list = JSON.parse(textOf(signed.payload)) as Record<string, unknown>;
  const { issuer, version, hidden } = list;
  const [issuedAt, expiresAt] = [Date.parse(String(list["issuedAt"])), Date.parse(String(list["expiresAt"]))];
  if (issuer !== origin || typeof version !== "number") return { ok: false, doubt: "unverified" };
  if (version < seen.version) return { ok: false, doubt: "older" };
  // A clock that was set back would let an expired list live again.
  if (!(now > seen.at - tolerance && now > issuedAt - tolerance)) return { ok: false, doubt: "clock" };
  if (!(now < expiresAt)) return { ok: false, doubt: "expired" };
  const { channels } = list;
  if (!Array.isArray(channels) || !channels.every(isChannel)) return { ok: false, doubt: "unverified" };
  return { ok: true, list: { version, issuedAt, expiresAt, hidden: hidden !== false, channels } };
}

function isChannel(channel: Partial<KeptChannel> | null): channel is KeptChannel {
  const { type, value, description, translations = {} } = channel ?? {};
  return [type, value, description, ...Object.values(translations)].every((field) => typeof field === "string");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(base64url: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(base64url));
}
