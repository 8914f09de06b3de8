import { failed, type Sent } from "./http-post.ts";
import { say, type ServerText } from "#copy/server/say.ts";

/** A mail server's refusal of an email. `stage` is the command that it refuses. */
interface Refusal {
  stage: string | undefined;
  /** Reply code of RFC 5321, section 4.2. */
  code: number;
  /** Its whole line: it may hold an address, so only its codes are told. */
  text: string;
}

interface Meaning {
  says: (codes: string) => ServerText;
  /** Who has to act. A refusal by the `receiver` is final; faults of `ours` can be mended, and `later` passes. */
  lies: "receiver" | "ours" | "later";
  /** Codes of RFC 5321, and those of RFC 3463 without their class, as `1.1` of `5.1.1` and of `4.1.1`. */
  codes: readonly string[];
}

/** RFC 3463 and the registry of its codes; RFC 4954 (sign-in), 7372 (SPF, DKIM), 7504 and 7505 (no mail at all). */
const meanings: readonly Meaning[] = [
  {
    says: (codes) => say("smtp.no-mailbox", { code: codes }),
    lies: "receiver",
    codes: ["1.1", "1.4"],
  },
  {
    says: (codes) => say("smtp.no-domain", { code: codes }),
    lies: "receiver",
    codes: ["1.2", "1.10", "4.4", "521", "556"],
  },
  {
    says: (codes) => say("smtp.wrong-address-code", { code: codes }),
    lies: "receiver",
    codes: ["1.3", "6.7", "553"],
  },
  { says: (codes) => say("smtp.mailbox-moved", { code: codes }), lies: "receiver", codes: ["1.6", "551"] },
  { says: (codes) => say("smtp.mailbox-closed", { code: codes }), lies: "receiver", codes: ["2.1"] },
  { says: (codes) => say("smtp.mailbox-full", { code: codes }), lies: "receiver", codes: ["2.2", "552"] },
  { says: (codes) => say("smtp.too-large", { code: codes }), lies: "receiver", codes: ["2.3", "3.4"] },
  {
    says: (codes) => say("smtp.receiver-unreachable", { code: codes }),
    lies: "receiver",
    codes: ["4.1", "4.2", "4.3", "4.7"],
  },
  {
    says: (codes) => say("smtp.loop", { code: codes }),
    lies: "receiver",
    codes: ["4.6"],
  },
  {
    says: (codes) => say("smtp.unwanted", { code: codes }),
    lies: "receiver",
    codes: ["7.1", "7.2", "554"],
  },
  {
    says: (codes) => say("smtp.login-wanted", { code: codes }),
    lies: "ours",
    codes: ["7.8", "7.9", "7.14", "530", "534", "535"],
  },
  {
    says: (codes) => say("smtp.encryption-wanted", { code: codes }),
    lies: "ours",
    codes: ["7.10", "7.11", "523", "538"],
  },
  {
    says: (codes) => say("smtp.sender-refused", { code: codes }),
    lies: "ours",
    codes: ["1.7", "1.8", "7.60"],
  },
  {
    says: (codes) => say("smtp.sender-untrusted", { code: codes }),
    lies: "ours",
    codes: ["7.20", "7.21", "7.22", "7.23", "7.24", "7.25", "7.26", "7.27", "7.29", "7.30"],
  },
  {
    says: (codes) => say("smtp.not-now", { code: codes }),
    lies: "later",
    codes: ["4.5", "7.28", "421", "450", "451", "452"],
  },
];

const byCode = new Map(meanings.flatMap((meaning) => meaning.codes.map((code) => [code, meaning] as const)));
const [signIn, encryption, forNow] = ["530", "538", "451"].map((code) => byCode.get(code));

/** Servers that refuse to pass email on for strangers say so under codes that mean anything. */
const asksSignIn =
  /relay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:permitted|allowed))|(?:unable|not allowed|refuse[sd]?) to relay|authentication (?:is )?required|must (?:authenticate|log ?in|sign ?in)|(?:log ?in|sign ?in|auth) (?:first|required)/i;

const asksEncryption = /\b(?:starttls|encryption (?:is )?required)\b/i;

/** Returns the problem of an email that a mail server refused; final if the receiver is the reason, for good. */
export function refusalOf({ stage, code, text }: Refusal): Sent {
  const enhanced = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(text)?.[1];
  const codes = enhanced === undefined ? String(code) : `${code} ${enhanced}`;
  const meaning = meaningFor(text, enhanced) ?? meaningOf(enhanced) ?? byCode.get(String(code));
  const isOfReceiver = stage === "RCPT TO" || stage === "DATA";
  // Codes about a receiver mean something else for a sender's address, or before any address.
  if (meaning === undefined || (!isOfReceiver && meaning.lies === "receiver")) {
    const isFinal = stage === "RCPT TO" && code >= 500;
    return { ...failed(without(stage, codes)), ...(isFinal && { isFinal }) };
  }
  const isFinal = meaning.lies === "receiver" && code >= 500;
  return { ...failed(meaning.says(codes)), ...(isFinal && { isFinal }) };
}

/** Returns the meaning of a text that asks us to change or wait, though its code may be that of a refused address. */
function meaningFor(text: string, enhanced = ""): Meaning | undefined {
  if (/^[45]\.[12]\./.test(enhanced)) return undefined;
  if (asksEncryption.test(text)) return encryption;
  if (asksSignIn.test(text)) return signIn;
  return enhanced.startsWith("4.7.") ? forNow : undefined;
}

/** Returns why an email came back, by the code of its report. */
export function bounceProblem(status: string | null): ServerText {
  if (status === null) return say("bounce.refused");
  return meaningOf(status)?.says(status) ?? say("bounce.refused-code", { code: status });
}

const meaningOf = (enhanced: string | undefined) =>
  enhanced === undefined ? undefined : byCode.get(enhanced.slice(enhanced.indexOf(".") + 1));

function without(stage: string | undefined, codes: string): ServerText {
  if (stage === "RCPT TO") return say("smtp.receiver-refused", { code: codes });
  if (stage === "MAIL FROM") return say("smtp.sender-refused", { code: codes });
  return say("smtp.refused", { code: codes });
}
