import { describe, expect, it } from "vitest";
import { inEnglish, textIn } from "#copy/server/render.ts";
import { bounceProblem, refusalOf } from "./smtp-answers.ts";

/** Responses of servers, and whether the reply has failed for good. */
const answers: ReadonlyArray<[stage: string, text: string, said: string, isFinal: boolean]> = [
  // Postfix, Gmail, Exchange Online, Exim, qmail, Yahoo.
  [
    "RCPT TO",
    "550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in relay recipient table",
    "There is no such mailbox",
    true,
  ],
  ["RCPT TO", "550-5.1.1 The email account that you tried to reach does not exist.", "There is no such mailbox", true],
  [
    "RCPT TO",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "Nobody accepts email",
    true,
  ],
  ["RCPT TO", "550 Unrouteable address", "The mail server refused the receiver's address (550)", true],
  [
    "RCPT TO",
    "553 sorry, no mailbox here by that name (#5.1.1)",
    "Email cannot go to an address of this form (553)",
    true,
  ],
  [
    "RCPT TO",
    "552 5.2.2 The email account that you tried to reach is over quota",
    "The mailbox is full (552 5.2.2)",
    true,
  ],
  [
    "RCPT TO",
    "452 4.2.2 The email account that you tried to reach is over quota",
    "The mailbox is full (452 4.2.2)",
    false,
  ],
  ["RCPT TO", "556 5.1.10 Recipient address has null MX", "Nobody accepts email", true],
  ["DATA", "554 5.7.1 Message rejected as spam", "refused it as unwanted", true],
  ["DATA", "552 5.3.4 Message size exceeds fixed limit", "The email is too large", true],
  // A fault that is ours to mend is no refusal of this receiver.
  ["RCPT TO", "530 5.7.0 Authentication required", "requires a user and a password", false],
  ["MAIL FROM", "530 Must issue a STARTTLS command first", "requires encryption", false],
  ["RCPT TO", "550 relay not permitted", "requires a user and a password", false],
  ["RCPT TO", "554 5.7.1 <a@b.example>: Relay access denied", "requires a user and a password", false],
  ["RCPT TO", "550 5.7.1 Unable to relay for a@b.example", "requires a user and a password", false],
  [
    "MAIL FROM",
    "550 5.7.60 SMTP; Client does not have permissions to send as this sender",
    "from our From address",
    false,
  ],
  ["MAIL FROM", "550 5.1.1 no", "does not accept email from our From address", false],
  [
    "DATA",
    "550-5.7.26 This mail has been blocked because the sender is unauthenticated.",
    "does not trust our From",
    false,
  ],
  ["DATA", "550 5.4.5 Daily user sending limit exceeded.", "does not accept it at the moment", false],
  ["RCPT TO", "451 4.7.1 Greylisting in action", "does not accept it at the moment", false],
  ["RCPT TO", "450 mailbox busy", "does not accept it at the moment", false],
  ["CONN", "554 5.7.1 No SMTP service here", "refused the email (554 5.7.1)", false],
];

describe("an answer of a mail server", () => {
  it.each(answers)("to %s: %s", (stage, text, said, isFinal) => {
    const sent = refusalOf({ stage, code: Number(text.slice(0, 3)), text });
    if (sent.ok) throw new Error("a refusal");
    expect(inEnglish(sent.problem)).toContain(said);
    expect(sent.isFinal ?? false).toBe(isFinal);
    expect(sent.problem, "holds no address").not.toMatch(/[a-z]@[a-z]/);
    expect(textIn("hi", sent.problem), sent.problem).toMatch(/[ऀ-ॿ]/);
  });
});

it("says why an email came back by the code of its report, also an unknown one", () => {
  expect(inEnglish(bounceProblem("5.2.2"))).toBe("The mailbox is full (5.2.2).");
  expect(inEnglish(bounceProblem("5.0.0"))).toBe("The visitor's mail server did not accept it (5.0.0).");
  expect(inEnglish(bounceProblem(null))).toBe("The visitor's mail server did not accept it.");
  for (const status of [null, "5.0.0", "5.2.2"]) expect(textIn("hi", bounceProblem(status))).toMatch(/[ऀ-ॿ]/);
});
