import { z } from "zod";
import { passwordLimits } from "#domain/password.ts";
import { roles } from "#domain/role.ts";
import { authenticationResponseSchema } from "./second-factor.ts";
import { typedText } from "./text.ts";

const password = z
  .string({ error: "Password is required." })
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters.`);

export const signInSchema = z
  .object({
    email: typedText("Email", 254).min(1, "Email is required."),
    password: password.min(1, "Password is required."),
  })
  .meta({ id: "SignIn" });

const incomplete = "The link is not complete.";

/** Sets a password with a one-time link: the first owner's (who names the address, too) or a reset. */
export const setPasswordSchema = z
  .object({
    token: z.string({ error: incomplete }).min(1, incomplete).max(200, incomplete),
    // Blank counts as missing: only the first owner's link asks for it.
    email: typedText("Email", 254)
      .refine(
        (text) => text === "" || z.email().safeParse(text).success,
        "Email must be an address such as asha@example.com.",
      )
      .optional(),
    password: password.min(passwordLimits.min, `Password must have at least ${passwordLimits.min} characters.`),
  })
  .meta({ id: "SetPassword" });

/** Asks for a one-time link by mail. */
export const resetRequestSchema = z
  .object({ email: typedText("Email", 254).min(1, "Email is required.") })
  .meta({ id: "ResetRequest" });

/** Whoever is signed in. */
export const memberSchema = z.object({ id: z.string(), email: z.string(), role: z.enum(roles) }).meta({ id: "Member" });

export type Member = z.output<typeof memberSchema>;

/** `mustSetUp`: a second factor is required of everybody and this member has none, so every other call of the team answers 403 until they have. */
export const sessionSchema = z.object({ member: memberSchema, mustSetUp: z.boolean() }).meta({ id: "Session" });

export type Session = z.output<typeof sessionSchema>;

/** Proves again who is signed in, before something that an open browser alone must not do. */
export const proofSchema = z
  .object({
    password: password.min(1, "Password is required.").optional(),
    passkey: authenticationResponseSchema.optional(),
  })
  .refine((proof) => (proof.password === undefined) !== (proof.passkey === undefined), {
    error: "Password is required.",
    path: ["password"],
  })
  .meta({ id: "Proof" });
