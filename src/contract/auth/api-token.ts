import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { scopesThatRead, tokenLimits, tokenScopes } from "#domain/api-token.ts";
import { waitingSchema } from "../trust.ts";
import { daySchema } from "../inbox/inbox.ts";
import { requiredLine } from "../text.ts";

const scopes = z
  .array(z.enum(tokenScopes, { error: say("token.choose-scope-listed") }), {
    error: say("token.choose-scope"),
  })
  .min(1, say("token.choose-scope"))
  .refine(
    (chosen) => chosen.includes("inquiries:read") || !chosen.some((scope) => scopesThatRead.includes(scope)),
    say("token.reading-needed"),
  )
  .transform((chosen) => tokenScopes.filter((scope) => chosen.includes(scope)));

/** `expiresOn` is the last day on which it works, in the site's time zone. */
export const apiTokenInputSchema = z
  .object({
    // A name without an @ can pass for no member's address.
    name: requiredLine(say("label.name"), tokenLimits.name).refine(
      (name) => !name.includes("@"),
      say("label.name-no-at"),
    ),
    scopes,
    expiresOn: daySchema,
  })
  .meta({ id: "ApiTokenFields" });

export type ApiTokenInput = z.input<typeof apiTokenInputSchema>;

/**
 * A token as owners see it. `prefix` is the start of the token, such as `fd_1a2b3c4d`; `usedOn` is in the site's time
 * zone.
 */
const apiTokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    /** The address of the owner who made it. */
    madeBy: z.string(),
    createdAt: z.iso.datetime(),
    usedOn: z.iso.date().nullable(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "ApiToken" });

export type ApiToken = z.output<typeof apiTokenSchema>;

export const apiTokensSchema = z.object({ apiTokens: z.array(apiTokenSchema) }).meta({ id: "ApiTokens" });

export type ApiTokens = z.output<typeof apiTokensSchema>;

/** `token` is shown once. */
export const newApiTokenSchema = z
  .object({
    apiToken: apiTokenSchema,
    token: z.string(),
    /** Set if it does not work yet. */
    waits: waitingSchema.optional(),
  })
  .meta({ id: "NewApiToken" });

export type NewApiToken = z.output<typeof newApiTokenSchema>;
