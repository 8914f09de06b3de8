import { z } from "zod";
import { plainLines } from "#contract/text.ts";

/** What was typed into the fields of a form, as it was typed. */
export function typedFields<Field extends string>(fields: readonly Field[], body: unknown): Record<Field, string> {
  const text = z.string().overwrite(plainLines).catch("");
  const shape = Object.fromEntries(fields.map((field) => [field, text]));
  // `fromEntries` forgets the keys that it was given.
  return z.object(shape).parse(body ?? {}) as Record<Field, string>;
}

/** The first message for each field. */
export function errorsByField<Field extends string>(
  fields: readonly Field[],
  error: z.ZodError,
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of error.issues) {
    const field = fields.find((name) => name === path[0]);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
