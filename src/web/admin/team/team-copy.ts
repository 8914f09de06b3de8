import type { TeamMember } from "#contract/team.ts";
import type { Role } from "#domain/role.ts";

export const roleWords: Record<Role, { label: string; may: string }> = {
  agent: { label: "Agent", may: "answers inquiries, and sees the channels" },
  owner: { label: "Owner", may: "may do everything, channels, team and settings included" },
};

export const stateWords: Record<TeamMember["state"], string> = {
  active: "Active",
  invited: "Invited",
  deactivated: "Deactivated",
};
