import { z } from "zod";
import { roles } from "#domain/role.ts";
import { requiredText } from "./text.ts";

const role = z.enum(roles, { error: `Role must be one of ${roles.join(", ")}.` });
const instant = z.iso.datetime();

/**
 * A member as the team's page shows them. `invited`: they have not set a password yet. `hasSecondFactor` is null where who asks is
 * no owner: whose account the password alone opens is nothing that an agent needs to know of the others.
 */
export const teamMemberSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    state: z.enum(["active", "invited", "deactivated"]),
    hasSecondFactor: z.boolean().nullable(),
    createdAt: instant,
  })
  .meta({ id: "TeamMember" });

export type TeamMember = z.output<typeof teamMemberSchema>;

export const teamSchema = z.object({ members: z.array(teamMemberSchema) }).meta({ id: "Team" });

export type Team = z.output<typeof teamSchema>;

export const invitationSchema = z
  .object({
    email: requiredText("Email", 254).pipe(z.email("Email must be an address such as asha@example.com.")),
    role: role.default("agent"),
  })
  .meta({ id: "Invitation" });

/** `link` is the path of the one-time link, shown once to the owner who passes it on; `mailed` where it went out by mail as well. */
export const invitedSchema = z
  .object({ member: teamMemberSchema, link: z.string(), mailed: z.boolean() })
  .meta({ id: "Invited" });

export type Invited = z.output<typeof invitedSchema>;

export const memberChangeSchema = z
  .object({ role: role.optional(), isActive: z.boolean({ error: "Active must be true or false." }).optional() })
  .refine((change) => change.role !== undefined || change.isActive !== undefined, {
    error: "There is nothing to change.",
    path: ["role"],
  })
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

export type SessionEntries = z.output<typeof sessionEntriesSchema>;
