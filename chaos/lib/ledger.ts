import { randomUUID } from "node:crypto";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";

/** An inquiry of a client, and the outcome as the client knows it. */
export interface Sent {
  /** A text that is in this inquiry alone. */
  mark: string;
  key: string | undefined;
  fields: Inquiry;
  /** A file that goes with it. */
  file: Buffer | undefined;
  /** `refused`: a response said it is not kept. `lost`: no response, so it may be kept or not. */
  state: "lost" | "accepted" | "refused";
  reference: string | undefined;
}

export type Ledger = ReturnType<typeof createLedger>;

/** The clients' ledger of what was promised to them. */
export function createLedger(random: () => number) {
  let all: Sent[] = [];
  let made = 0;
  const byMark = new Map<string, Sent>();
  const run = Math.floor(random() * 36 ** 4).toString(36);

  return {
    get all(): readonly Sent[] {
      return all;
    },
    find: (mark: string): Sent | undefined => byMark.get(mark),

    /** A new, unsent inquiry with a unique text. */
    next({ hasKey, hasFile = false }: { hasKey: boolean; hasFile?: boolean }): Sent {
      const mark = `mark${run}x${made}x`;
      const words = Array.from({ length: 5 + Math.floor(random() * 40) }, () => random().toString(36).slice(2, 8));
      const fields = {
        name: `Example ${words[0]}`,
        phone: `+91 9${String(made).padStart(9, "0")}`,
        email: `${mark}@example.com`,
        city: "Jaipur",
        query: `${mark} ${words.join(" ")}`,
      };
      const sent: Sent = {
        mark,
        key: hasKey ? randomUUID() : undefined,
        fields,
        file: hasFile ? pdfOf(mark, 1000 + Math.floor(random() * 20_000)) : undefined,
        state: "lost",
        reference: undefined,
      };
      made += 1;
      all.push(sent);
      byMark.set(mark, sent);
      return sent;
    },

    /** Forgets what the team has erased. */
    forget(sent: Sent): void {
      all = all.filter((one) => one !== sent);
      byMark.delete(sent.mark);
    },

    count: (state: Sent["state"]): number => all.filter((sent) => sent.state === state).length,
  };
}

/** Returns content that passes for a PDF, and is in no other inquiry. */
const pdfOf = (mark: string, bytes: number): Buffer => Buffer.from(`%PDF-1.7\n${mark} `.padEnd(bytes, mark));

/** The mark in the text of an inquiry, if it came from a ledger. */
export function markIn(query: string): string | undefined {
  return /^mark\w+/.exec(query)?.[0];
}
