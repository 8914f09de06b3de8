import type { Settings } from "#contract/settings.ts";
import type { TeamMember } from "#contract/team.ts";
import { paths } from "#contract/paths.ts";
import { useSecondFactor } from "../security/use-second-factor.ts";
import { SwitchField } from "#web/ui/switch.tsx";
import { useMembers } from "../team/use-team.ts";
import { SectionForm } from "./section-form.tsx";

/** The number of names listed before "and N more". */
const maxNamed = 5;

/** Whether every member must have a second factor. */
export function SecondFactorSection({ settings }: { settings: Settings }) {
  const own = useSecondFactor().data;
  const without = useMembers().data?.filter(
    ({ state, hasSecondFactor }) => state !== "deactivated" && hasSecondFactor === false,
  );
  return (
    <SectionForm
      id="second-factor"
      title="Second factor"
      lead={
        <>
          A passkey or one-time codes, besides the password. Each member sets up their own under{" "}
          <a href={paths.security}>Your security</a>.
        </>
      }
      read={(typed) => ({ requiresSecondFactor: typed.has("requiresSecondFactor") })}
      ask={({ requiresSecondFactor = false }) =>
        // If the owner has none, the server's error shows at the switch.
        requiresSecondFactor && !settings.requiresSecondFactor && hasOne(own)
          ? {
              title: "Require a second factor of everybody?",
              meaning: whomItHits(without),
              action: "Require it",
            }
          : undefined
      }
    >
      {({ errors: { requiresSecondFactor: error } }) => (
        <SwitchField
          id="requires-second-factor"
          name="requiresSecondFactor"
          defaultChecked={settings.requiresSecondFactor}
          hint={
            `${own !== undefined && !hasOne(own) ? "You need one yourself first. " : ""}Whoever has none sets one ` +
            "up before anything else."
          }
          error={error}
        >
          Require one of everybody in the team
        </SwitchField>
      )}
    </SectionForm>
  );
}

function hasOne(own: { passkeys: readonly unknown[]; hasCodes: boolean } | undefined): boolean {
  return own === undefined || own.hasCodes || own.passkeys.length > 0;
}

function whomItHits(without: readonly TeamMember[] | undefined): string {
  const then = "can do nothing else until they have set one up, from their next step on.";
  if (without === undefined) return `Whoever has none ${then}`;
  if (without.length === 0) return "Everybody has one already. Whoever joins from now on sets one up first.";
  const named = without.slice(0, maxNamed).map(({ email }) => email);
  const more = without.length - named.length;
  return (
    `${without.length === 1 ? "One member has" : `${without.length} members have`} none, and ${then} ` +
    `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`
  );
}
