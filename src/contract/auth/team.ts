import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { roles } from "#domain/member.ts";
import { waitingSchema } from "../trust.ts";
import { requiredLine } from "../text.ts";

const role = z.enum(roles, { error: say("member.choose-role") });
const instant = z.iso.datetime();

/**
 * A member on the team page. `invited`: has not set a password yet. `hasSecondFactor` is null unless the caller is an
 * owner: agents must not learn which accounts a password alone opens.
 */
export const teamMemberSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    state: z.enum(["active", "invited", "deactivated"]),
    hasSecondFactor: z.boolean().nullable(),
    createdAt: instant,
    /** When the member's one-time link expires; null if none is open. Visible to owners only. */
    linkExpiresAt: instant.nullable().optional(),
    /** Number of assigned inquiries that are not closed, in the team list; omitted if none is assigned. */
    openInquiries: z.int().optional(),
    /** Whether the agent takes turns at new inquiries, in the team list while these are assigned in turn. */
    takesTurns: z.boolean().optional(),
    /** False if the member was modified in the store outside this program: they cannot sign in. */
    isVerified: z.boolean(),
    /**
     * Set while the promotion to owner waits for another owner's approval. `by` proposed it; `canApprove` applies to
     * the caller.
     */
    pendingOwner: z
      .object({
        by: z.string().nullable(),
        at: instant,
        canApprove: z.boolean(),
        /** When they become an owner without an approval; null if one is needed. */
        becomesOwnerAt: instant.nullable().optional(),
      })
      .nullable()
      .optional(),
    /** When an owner who may not approve yet may do so. Visible to owners only. */
    approvesFrom: instant.nullable().optional(),
  })
  .meta({ id: "TeamMember" });

export type TeamMember = z.output<typeof teamMemberSchema>;

export const teamSchema = z.object({ members: z.array(teamMemberSchema) }).meta({ id: "Team" });

export type Team = z.output<typeof teamSchema>;

export const invitationSchema = z
  .object({
    email: requiredLine(say("label.email"), 254).pipe(
      z.email(say("field.address", { label: say("label.email"), example: "asha@example.com" })),
    ),
    role: role.default("agent"),
  })
  .meta({ id: "Invitation" });

/** `link` is the path of the one-time link, shown once to the owner; `mailed` if it was also sent by email. */
export const invitedSchema = z
  .object({
    member: teamMemberSchema,
    link: z.string(),
    mailed: z.boolean(),
    /** Set if the link does not work yet. */
    waits: waitingSchema.optional(),
  })
  .meta({ id: "Invited" });

export type Invited = z.output<typeof invitedSchema>;

export const memberChangeSchema = z
  .object({
    role: role.optional(),
    isActive: z.boolean({ error: say("member.choose-active") }).optional(),
    /** The member who gets the open inquiries; null for nobody. If omitted, they stay assigned. */
    reassignTo: z
      .string({ error: say("member.choose-assignee") })
      .max(100, say("member.choose-assignee"))
      .nullable()
      .optional(),
  })
  .refine(
    ({ role: newRole, isActive, reassignTo }) => [newRole, isActive, reassignTo].some((value) => value !== undefined),
    {
      error: say("request.nothing-to-change"),
      path: ["role"],
    },
  )
  .meta({ id: "MemberChange" });

export type MemberChange = z.output<typeof memberChangeSchema>;

/** Whether a member takes turns at new inquiries. */
export const turnsSchema = z.object({ takesTurns: z.boolean({ error: say("turns.choose") }) }).meta({ id: "Turns" });

/** A session of the member; `device` is such as `Chrome on Android`, null if unknown. */
const sessionEntrySchema = z
  .object({
    id: z.string(),
    device: z.string().nullable(),
    startedAt: instant,
    seenAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: "SessionEntry" });

export type SessionEntry = z.output<typeof sessionEntrySchema>;

export const sessionEntriesSchema = z.object({ sessions: z.array(sessionEntrySchema) }).meta({ id: "SessionEntries" });

export type SessionEntries = z.output<typeof sessionEntriesSchema>;
