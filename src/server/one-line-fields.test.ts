import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { impostorReportSchema, inquirySchema } from "#contract/inquiries/submission.ts";
import { siteSchema } from "#contract/site/site.ts";
import { takenSchemas } from "./testing-messages.ts";
import { createTestApp, type TestApp } from "./testing.ts";

/** Texts of several lines, in calls. */
const severalLines = ["query", "happened", "text", "variants", "proof", "translations", "filled", "signatures"];
/** Keys, names of rows and secrets, which are compared with what we made, and never shown. */
const opaque = `
  id ids into token ticket undo key work formTime homepage password currentPassword newPassword
  response challenge code recoveryCode since after before contact contactId member assigneeId reassignTo rawId inquiryId connection assignee
  tag tags mentions secret restore idempotency-key order pictureId secretAccessKey passphrase passphraseProof
`
  .trim()
  .split(/\s+/);

const signs = ["\r", "\n", "\t", "\u0000", "\u001b", "\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\u200f"];
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const samples = signs.flatMap((sign) => [
  `a${sign}b`,
  `1${sign}2`,
  `+91 98765${sign}43210`,
  `a${sign}b@example.com`,
  `https://example.com/a${sign}b`,
  `09:${sign}00`,
  `2026-11-${sign}28`,
]);

/** The fields of a schema that keep one of the signs in a text, but for `allowed` ones. */
function keepers(schema: z.ZodType, allowed: readonly string[], name = ""): string[] {
  if (allowed.includes(name)) return [];
  const inner = (one: unknown, field = name) => keepers(one as z.ZodType, allowed, field);
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([field, one]) => inner(one, field));
  if (schema instanceof z.ZodArray) return inner(schema.element);
  if (schema instanceof z.ZodRecord) return inner(schema.valueType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => inner(one));
  if (schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodString)) return inner(schema.in);
  if (schema instanceof z.ZodCatch) return inner(schema.def.innerType);
  if ("unwrap" in schema) return inner((schema as z.ZodOptional).unwrap());
  const keeps = samples.some((sample) => {
    const { data } = schema.safeParse(sample);
    return typeof data === "string" && control.test(data);
  });
  return keeps ? [name] : [];
}

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it("no field of one line keeps a line break, a control character or a bidi control", async () => {
  const calls = await takenSchemas(test);
  expect(calls.length).toBeGreaterThan(60);
  const forms = [inquirySchema, impostorReportSchema].map((schema) => ({ at: "a form of visitors", schema }));
  const found = [...calls, ...forms].flatMap(({ at, schema }) =>
    keepers(schema, [...severalLines, ...opaque, "values"]).map((field) => `${at} ${field}`),
  );
  expect(found).toEqual([]);
  // The `values` of the site; its postal address has lines.
  expect(keepers(siteSchema, ["address"])).toEqual([]);
});
