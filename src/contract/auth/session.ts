import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { passwordLimits, roles } from "#domain/member.ts";
import { messageFields } from "../message-code.ts";
import { authenticationResponseSchema, secondFactorWays, secondStepSchema } from "./second-factor.ts";
import { typedLine } from "../text.ts";

const passwordRequired = say("field.required", { label: say("label.password") });

const password = z
  .string({ error: passwordRequired })
  .max(passwordLimits.max, say("field.too-long", { label: say("label.password"), count: passwordLimits.max }));

export const signInSchema = z
  .object({
    email: typedLine(say("label.email"), 254).min(1, say("field.required", { label: say("label.email") })),
    password: password.min(1, passwordRequired),
  })
  .meta({ id: "SignIn" });

const incomplete = say("sign-in.link-incomplete");

const newPassword = password.min(
  passwordLimits.min,
  say("field.too-short", { label: say("label.password"), count: passwordLimits.min }),
);

/** Sets a password with a one-time link: the first owner's (which also sets the email) or a reset. */
export const setPasswordSchema = z
  .object({
    token: z.string({ error: incomplete }).min(1, incomplete).max(200, incomplete),
    // Blank counts as missing: only the first owner's link requires it.
    email: typedLine(say("label.email"), 254)
      .refine(
        (text) => text === "" || z.email().safeParse(text).success,
        say("field.address", { label: say("label.email"), example: "asha@example.com" }),
      )
      .optional(),
    password: newPassword,
  })
  .meta({ id: "SetPassword" });

/** New password of the signed-in member. */
export const changePasswordSchema = z.object({ password: newPassword }).meta({ id: "ChangePassword" });

/** Requests a one-time link by email. */
export const resetRequestSchema = z
  .object({ email: typedLine(say("label.email"), 254).min(1, say("field.required", { label: say("label.email") })) })
  .meta({ id: "ResetRequest" });

/** The signed-in member. */
const memberSchema = z.object({ id: z.string(), email: z.string(), role: z.enum(roles) }).meta({ id: "Member" });

export type Member = z.output<typeof memberSchema>;

/**
 * `mustSetUp`: a second factor is required and this member has none, so every other call of the team responds 403 until
 * they set one up.
 */
export const sessionSchema = z.object({ member: memberSchema, mustSetUp: z.boolean() }).meta({ id: "Session" });

export type Session = z.output<typeof sessionSchema>;

/** The password is right, and the sign-in goes on in one of `ways`, with `ticket`. */
const secondFactorNeededSchema = z
  .object({ ...messageFields, ways: z.array(z.enum(secondFactorWays)), ticket: z.string() })
  .meta({ id: "SecondFactorNeeded" });

export type SecondFactorNeeded = z.output<typeof secondFactorNeededSchema>;

/** Result of the first step of a sign-in. */
export const firstStepSchema = z.union([sessionSchema, secondFactorNeededSchema]).meta({ id: "FirstStep" });

export type FirstStep = z.output<typeof firstStepSchema>;

/** Step-up authentication, required for sensitive actions. */
export const stepUpSchema = z
  .object({
    password: password.min(1, passwordRequired).optional(),
    passkey: authenticationResponseSchema.optional(),
    /** A one-time code or a recovery code. */
    code: secondStepSchema.shape.code.optional(),
  })
  .refine((proof) => Object.values(proof).filter((way) => way !== undefined).length === 1, {
    error: passwordRequired,
    path: ["password"],
  })
  .meta({ id: "Proof" });
