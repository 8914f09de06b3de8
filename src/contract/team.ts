import { z } from "zod";
import { roles } from "#domain/role.ts";

const role = z.enum(roles, { error: `Role must be one of ${roles.join(", ")}.` });
const instant = z.iso.datetime();

/** A member as the team's page shows them. `invited`: they have not set a password yet. */
export const teamMemberSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    state: z.enum(["active", "invited", "deactivated"]),
    createdAt: instant,
  })
  .meta({ id: "TeamMember" });

export type TeamMember = z.output<typeof teamMemberSchema>;

export const teamSchema = z.object({ members: z.array(teamMemberSchema) }).meta({ id: "Team" });

export type Team = z.output<typeof teamSchema>;

export const invitationSchema = z
  .object({
    email: z
      .string({ error: "Email is required." })
      .trim()
      .max(254, "Email must be at most 254 characters.")
      .pipe(z.email("Email must be an address such as asha@example.com.")),
    role: role.default("agent"),
  })
  .meta({ id: "Invitation" });

/** The one-time link is shown once, to the owner who passes it on. */
export const invitedSchema = z.object({ member: teamMemberSchema, link: z.string() }).meta({ id: "Invited" });

export type Invited = z.output<typeof invitedSchema>;

export const memberChangeSchema = z
  .object({ role: role.optional(), isActive: z.boolean({ error: "Active must be true or false." }).optional() })
  .refine((change) => change.role !== undefined || change.isActive !== undefined, "There is nothing to change.")
  .meta({ id: "MemberChange" });

export type MemberChange = z.output<typeof memberChangeSchema>;

/** A session of the member's own; `device` is such as `Chrome on Android`, null where the browser did not say. */
export const sessionEntrySchema = z
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
