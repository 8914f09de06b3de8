import type { Signing } from "../signing/signing.ts";
import pLimit from "p-limit";
import type { AuditDraft } from "../audit/audit-queries.ts";
import type { NewMessage } from "../notifications/message-queries.ts";
import type { SettingStore } from "./settings-queries.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import { say } from "#copy/server/say.ts";

/** Settings and their version. */
export interface StoredSettings {
  version: number;
  value: Readonly<Record<string, unknown>>;
}

/** The store holds settings that this program did not write. */
export interface SettingsAlarm {
  message: string;
  since: number;
  cause?: unknown;
}

/** `good` are the last settings that we signed, null if unknown. `text` is the row, whatever it holds. */
export interface LoadedSettings {
  text: string | null;
  good: StoredSettings | null;
  alarm: SettingsAlarm | null;
}

/** Makes the audit entries for signatures other than those of an owner's change. */
type EntryOfSigning = (about: { version: number; why: "start" | "key" | "restored" | "trusted" }) => AuditDraft;

/** Settings of a new store: a mark that figures which nobody has set have their defaults, which earlier stores lack. */
const newStore = { hasDefaultFigures: true };

/** Distinguishes these signatures from others of our key. */
const type = "front-desk-settings";

const problems = {
  gone: say("settings-alarm.missing"),
  changed: say("settings-alarm.changed"),
  older: say("settings-alarm.older"),
  unreadable: say("settings-alarm.unreadable"),
} as const;

/**
 * The signed settings (decision 40), verified whenever the stored text changes. If the stored settings are unverified
 * or older than the last ones, the last good ones are used, which are also in a file beside the store.
 */
export function createSignedSettings(deps: {
  store: SettingStore;
  signing: Pick<Signing, "sign" | "verify" | "settings">;
  /** The version that the audit log proves; null if it records no signed settings. */
  provenVersion: () => Promise<number | null>;
  /** Encrypts secrets that an older version stored in clear. */
  encrypted: (value: StoredSettings["value"]) => Promise<StoredSettings["value"]>;
  entry: EntryOfSigning;
  now: () => number;
}) {
  const { store, signing } = deps;
  const file = signing.settings;
  let loaded: LoadedSettings | undefined;
  let isKept = true;

  /** Serializes reads and writes: a read during a write would look like an older version. */
  const inTurn = pLimit(1);

  async function verify(text: string | null): Promise<StoredSettings | null> {
    const row = text === null ? null : readRow(text);
    if (row === null) return null;
    const { version, value, protected: header, signature } = row;
    const payload = Buffer.from(JSON.stringify({ version, value })).toString("base64url");
    const verified = await signing.verify({ payload, protected: header, signature }, type);
    return verified === null ? null : (JSON.parse(verified) as StoredSettings);
  }

  async function sign({ version, value }: StoredSettings): Promise<string> {
    const { protected: header, signature } = await signing.sign(JSON.stringify({ version, value }), type);
    return JSON.stringify({ version, value, protected: header, signature });
  }

  /** Copies the settings in effect beside the store. A failure is harmless: each load tries again. */
  async function keep(text: string): Promise<void> {
    isKept = await file.write(text).then(
      () => true,
      () => false,
    );
  }

  /**
   * The row, or why it cannot be read.
   * @throws StoreUnavailableError: an unreachable store is no sign of tampering.
   */
  async function read(): Promise<{ text: string | null; cause?: unknown }> {
    try {
      return { text: await store.read() };
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) throw cause;
      return { text: null, cause };
    }
  }

  async function load(): Promise<LoadedSettings> {
    const seen = await read();
    if (loaded !== undefined && seen.cause === undefined && loaded.alarm?.cause === undefined) {
      if (seen.text === loaded.text) {
        if (!isKept && loaded.alarm === null && loaded.text !== null) await keep(loaded.text);
        return loaded;
      }
    }
    // Read before the store: what is in the file was in the store earlier, whatever other programs write meanwhile.
    const kept = await file.read();
    const last = await verify(kept);
    if (seen.cause !== undefined) return alarmed(null, problems.unreadable, last, seen.cause);
    const proven = kept === null ? await deps.provenVersion() : null;
    const { text } = await read();
    const found = await verify(text);
    if (found === null || text === null) {
      const isFirst = loaded === undefined && kept === null && proven === null;
      if (isFirst && (text === null || isUnsigned(text))) return begin(text);
      return alarmed(text, text === null ? problems.gone : problems.changed, last);
    }
    if (found.version < Math.max(last?.version ?? 0, loaded?.good?.version ?? 0, proven ?? 0)) {
      return alarmed(text, problems.older, last);
    }
    // If two different settings have one version, one of them is not ours.
    if (last?.version === found.version && kept !== text) return alarmed(text, problems.changed, last);
    loaded = { text, good: found, alarm: null };
    if (kept !== text) await keep(text);
    return loaded;
  }

  function alarmed(text: string | null, message: string, last: StoredSettings | null, cause?: unknown): LoadedSettings {
    const known = loaded?.good ?? null;
    const good = last !== null && last.version > (known?.version ?? -1) ? last : known;
    const before = loaded;
    const isSame = before?.alarm?.message === message && before.text === text && before.good?.version === good?.version;
    if (before !== undefined && isSame) return before;
    const since = before?.alarm?.since ?? deps.now();
    loaded = { text, good, alarm: { message, since, ...(cause === undefined ? {} : { cause }) } };
    return loaded;
  }

  /** Signs the settings at the first start, or those of a version without signatures. */
  async function begin(row: string | null): Promise<LoadedSettings> {
    const old = row === null ? null : readRow(row);
    const first = old === null ? { version: 0, value: newStore } : { version: old.version + 1, value: old.value };
    if (!(await put(row, first, [deps.entry({ version: first.version, why: "start" })]))) return load();
    // The old row had the secrets in plain text.
    if (row !== null) await store.purgeErased();
    return loaded ?? load();
  }

  /** Replaces exactly the text `previous`; false if the store holds another. */
  async function put(
    previous: string | null,
    { version, value }: StoredSettings,
    entries: readonly AuditDraft[],
    messages: readonly NewMessage[] = [],
  ): Promise<boolean> {
    const next = { version, value: await deps.encrypted(value) };
    const text = await sign(next);
    if (!(await store.replace(previous, text, entries, { messages, now: deps.now() }))) return false;
    loaded = { text, good: next, alarm: null };
    await keep(text);
    return true;
  }

  return {
    load: () => inTurn(load),

    /** Writes the next version if `version` is still current; otherwise returns false and writes nothing. */
    replace: (
      version: number,
      value: StoredSettings["value"],
      entries: readonly AuditDraft[],
      messages?: readonly NewMessage[],
    ): Promise<boolean> =>
      inTurn(async () => {
        const { text, good, alarm } = await load();
        if (alarm !== null || good?.version !== version) return false;
        return put(text, { version: version + 1, value }, entries, messages);
      }),

    /** Ends an alarm: restores the last good settings, or `strict` if none are known; false if there is no alarm. */
    restore: (strict: StoredSettings["value"]): Promise<boolean> =>
      inTurn(async () => {
        const { text, good, alarm } = await load();
        if (alarm === null) return false;
        const version = (await newestVersion(good, text)) + 1;
        return put(text, { version, value: good?.value ?? strict }, [deps.entry({ version, why: "restored" })]);
      }),

    /** The settings in the store, verified or not, with their text; null if unreadable. */
    async unverified(): Promise<{ text: string; stored: StoredSettings } | null> {
      const text = await store.read();
      const stored = text === null ? null : readRow(text);
      return text === null || stored === null ? null : { text, stored };
    },

    /** Ends an alarm the other way: signs this text, reviewed by an operator; false if the store has changed since. */
    trust: (text: string): Promise<boolean> =>
      inTurn(async () => {
        const { good } = await load();
        const stored = readRow(text);
        if (stored === null) return false;
        const version = (await newestVersion(good, text)) + 1;
        return put(text, { version, value: stored.value }, [deps.entry({ version, why: "trusted" })]);
      }),

    /** Signs the same settings again, as after a key rotation; false during an alarm. */
    signAgain: (): Promise<boolean> =>
      inTurn(async () => {
        const { text, good, alarm } = await load();
        if (alarm !== null || good === null) return false;
        const version = good.version + 1;
        return put(text, { version, value: good.value }, [deps.entry({ version, why: "key" })]);
      }),
  };

  /** No program on the store has seen a newer version that we signed. */
  async function newestVersion(good: StoredSettings | null, text: string | null): Promise<number> {
    const signed = (await verify(text))?.version ?? 0;
    return Math.max(good?.version ?? 0, signed, (await deps.provenVersion()) ?? 0);
  }
}

interface Row extends StoredSettings {
  protected: unknown;
  signature: unknown;
}

/** Returns the parts of a settings row; null if the text is none. */
function readRow(text: string): Row | null {
  try {
    const { version, value, protected: header, signature }: Partial<Row> = JSON.parse(text);
    const isCount = Number.isSafeInteger(version) && (version ?? -1) >= 0;
    if (!isCount || typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return { version: version ?? 0, value, protected: header, signature };
  } catch {
    return null;
  }
}

/** Returns whether a version without signatures may have written it. */
function isUnsigned(text: string): boolean {
  const row = readRow(text);
  return row !== null && row.protected === undefined && row.signature === undefined;
}
