import { useState } from "react";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import type { TeamMember } from "#contract/team.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Link } from "#web/page/router.tsx";
import { Field } from "#web/ui/field.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { SwitchField } from "#web/ui/switch.tsx";
import { ruleWords } from "../channels/history/change-copy.ts";
import { useChannelChange, useChannelState } from "../channels/use-contacts.ts";
import { useSecondFactor } from "../security/use-second-factor.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useMembers } from "../team/use-team.ts";
import { Section, SectionForm } from "./section-form.tsx";
import { useSaveSettings } from "./use-settings.ts";

const publishing = { id: "publishing", title: "Publishing channels" };

const kinds: ReadonlyArray<{ kind: PublishingRule["kind"]; label: string; hint: string }> = [
  { kind: "none", label: "At once", hint: "Visitors see what an owner saves within seconds." },
  {
    kind: "approval",
    label: "Once a second owner approves it",
    hint: "A stolen password then sends no visitor anywhere. Needs at least two active owners.",
  },
  {
    kind: "delay",
    label: "After a while",
    hint: "The whole team sees what waits, and anybody can withdraw it before it is published.",
  },
];

/** What a change of a channel's destination or description has to wait for. */
export function PublishingSection() {
  const state = useChannelState();
  const save = useChannelChange({ mutationFn: channelApi.setRule, failed: "Failed to save the rule" });
  if (state.data === undefined)
    return (
      <Section {...publishing}>
        <LoadFailure what="The rule" query={state} />
        {!state.isError && <Spinner text="Loading the rule..." />}
      </Section>
    );
  const { rule } = state.data;
  return (
    <SectionForm
      {...publishing}
      lead={
        <>
          A change of where a channel opens, or of its description, is now published <strong>{ruleWords(rule)}</strong>.
          Hiding, switching off, deleting and removing a description never wait, so that an impostor&apos;s number is
          gone at once.
        </>
      }
      save={save}
      read={(typed) => {
        const kind = kinds.find((known) => known.kind === typedText(typed, "rule"))?.kind ?? rule.kind;
        return kind === "delay" ? { kind, minutes: Number(typedText(typed, "minutes") || NaN) } : { kind };
      }}
    >
      {(errors) => <RuleFields rule={rule} errors={errors} />}
    </SectionForm>
  );
}

function RuleFields({ rule, errors }: { rule: PublishingRule; errors: Record<string, string> }) {
  const [kind, setKind] = useState(rule.kind);
  return (
    <>
      <fieldset className="choices">
        <legend>When a change is published</legend>
        {kinds.map(({ kind: name, label, hint }) => (
          <label key={name} className="choice">
            <input
              type="radio"
              name="rule"
              value={name}
              defaultChecked={rule.kind === name}
              aria-describedby={`rule-${name}-hint`}
              onChange={() => setKind(name)}
            />
            <span>{label}</span>
            <span id={`rule-${name}-hint`} className="hint">
              {hint}
            </span>
          </label>
        ))}
        {errors["kind"] !== undefined && (
          <p className="error" tabIndex={-1} data-refused>
            {errors["kind"]}
          </p>
        )}
      </fieldset>
      {kind === "delay" && (
        <Field
          id="rule-minutes"
          label="Minutes until it is published"
          error={errors["minutes"]}
          hint="From 1 to 10080, which is a week."
          input={{
            name: "minutes",
            type: "number",
            inputMode: "numeric",
            min: 1,
            max: 10_080,
            defaultValue: rule.kind === "delay" ? rule.minutes : 60,
          }}
        />
      )}
    </>
  );
}

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
          A passkey or one-time codes in addition to the password. Each member sets up their own under{" "}
          <Link to={paths.security}>Your security</Link>.
        </>
      }
      save={useSaveSettings()}
      read={(typed) => ({ requiresSecondFactor: typed.has("requiresSecondFactor") })}
      ask={({ requiresSecondFactor }) =>
        // If the owner has none, the server's error shows at the switch.
        requiresSecondFactor && !settings.requiresSecondFactor && hasOne(own)
          ? {
              title: "Require a second factor of everybody?",
              meaning: whomItAffects(without),
              action: "Require it",
            }
          : undefined
      }
    >
      {({ requiresSecondFactor: error }) => (
        <SwitchField
          id="requires-second-factor"
          name="requiresSecondFactor"
          defaultChecked={settings.requiresSecondFactor}
          hint={
            `${own !== undefined && !hasOne(own) ? "You need one yourself first. " : ""}Members without one have to ` +
            "set one up before they can do anything else."
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

function whomItAffects(without: readonly TeamMember[] | undefined): string {
  const then = "can do nothing else until they have set one up, starting with their next step.";
  if (without === undefined) return `Members without one ${then}`;
  if (without.length === 0) return "Everybody has one already. New members will set one up first.";
  const named = without.slice(0, maxNamed).map(({ email }) => email);
  const more = without.length - named.length;
  return (
    `${without.length === 1 ? "One member has" : `${without.length} members have`} none, and ${then} ` +
    `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`
  );
}
