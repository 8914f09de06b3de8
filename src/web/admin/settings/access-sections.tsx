import { teamCopy } from "#copy/current.ts";
import { useState } from "react";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import type { TeamMember } from "#contract/auth/team.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Link } from "#web/page/router.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { ruleText } from "../channels/history/change-sentences.ts";
import { useChannelChange, useChannelState } from "../channels/use-team-channels.ts";
import { PendingList } from "../channels/banners/pending-changes.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { useSecondFactor } from "../security/use-second-factor.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useMembers } from "../team/use-team.ts";
import { DeclaredSection } from "./declared-section.tsx";
import { focusSection, Section, SectionForm } from "./section-form.tsx";
import { filled } from "#web/ui/filled.tsx";

const kinds = ["none", "approval", "delay"] as const satisfies ReadonlyArray<PublishingRule["kind"]>;

/** Section with the rule that a change of a channel's destination or description has to wait for. */
export function PublishingSection() {
  const state = useChannelState();
  const { full } = useDateFormats();
  const save = useChannelChange({
    mutationFn: channelApi.setRule,
    confirms: teamCopy.settings.publishing.toSave,
  });
  const publishing = { id: "publishing", title: teamCopy.settings.sections.publishing } as const;
  if (state.data === undefined)
    return (
      <Section {...publishing}>
        <LoadFailure what={teamCopy.settings.publishing.what} query={state} />
        {!state.isError && <Spinner text={teamCopy.settings.publishing.loading} />}
      </Section>
    );
  const { rule, proposals, othersApproveFrom = null } = state.data;
  const waiting = proposals.filter((proposal) => proposal.rule !== undefined);
  return (
    <SectionForm
      {...publishing}
      lead={filled(teamCopy.settings.publishing.lead, { rule: <strong>{ruleText(rule)}</strong> })}
      save={save}
      read={(typed) => {
        const kind = kinds.find((known) => known === typedText(typed, "rule")) ?? rule.kind;
        if (kind === "delay") return { kind, minutes: Number(typedText(typed, "minutes") || NaN) };
        // The second yes, which the question asks for.
        const isLate = kind === "approval" && rule.kind !== kind && othersApproveFrom !== null;
        return { kind, ...(isLate && { nobodyUntil: othersApproveFrom }) };
      }}
      ask={({ nobodyUntil }) =>
        nobodyUntil === undefined
          ? undefined
          : {
              title: teamCopy.trust.nobodyYet.title,
              meaning: teamCopy.trust.nobodyYet.meaning(full(nobodyUntil)),
              action: teamCopy.trust.nobodyYet.action,
            }
      }
      below={
        waiting.length > 0 && (
          <section className="form" aria-labelledby="rule-waits">
            <h3 id="rule-waits">{teamCopy.trust.ruleWaits.title}</h3>
            <PendingList proposals={waiting} isOwner onDone={() => focusSection(publishing.id)} />
            <p className="hint">{teamCopy.trust.ruleWaits.how}</p>
          </section>
        )
      }
    >
      {(errors) => <RuleFields rule={rule} errors={errors} />}
    </SectionForm>
  );
}

function RuleFields({ rule, errors }: { rule: PublishingRule; errors: Record<string, string> }) {
  const [kind, setKind] = useState(rule.kind);
  return (
    <>
      <RadioGroup
        name="rule"
        legend={teamCopy.settings.publishing.when}
        choices={kinds.map((value) => ({ value, ...teamCopy.settings.publishing.kinds[value] }))}
        defaultValue={rule.kind}
        error={errors["kind"]}
        onChange={setKind}
      />
      {kind === "delay" && (
        <NumberField
          id="rule-minutes"
          label={teamCopy.settings.publishing.minutes}
          unit={teamCopy.forms.units.minutes}
          error={errors["minutes"]}
          hint={teamCopy.settings.publishing.minutesHint}
          input={{
            name: "minutes",
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

/** Section that sets whether every member must have a second factor. */
export function SecondFactorSection({ settings }: { settings: Settings }) {
  const own = useSecondFactor().data;
  const without = useMembers().data?.filter(
    ({ state, hasSecondFactor }) => state !== "deactivated" && hasSecondFactor === false,
  );
  return (
    <DeclaredSection
      id="second-factor"
      settings={settings}
      title={teamCopy.settings.sections.secondFactor}
      lead={filled(teamCopy.settings.secondFactor.lead, {
        page: <Link to={paths.security}>{teamCopy.security.title}</Link>,
      })}
      notes={hasOne(own) ? {} : { requiresSecondFactor: `${teamCopy.settings.secondFactor.needsOwn} ` }}
      ask={({ requiresSecondFactor = false }) =>
        // If the owner has none, the server's error shows at the switch.
        requiresSecondFactor && !settings.requiresSecondFactor && hasOne(own)
          ? {
              title: teamCopy.settings.secondFactor.askTitle,
              meaning: whomItAffects(without),
              action: teamCopy.settings.secondFactor.askAction,
            }
          : undefined
      }
    />
  );
}

function hasOne(own: { passkeys: readonly unknown[]; hasCodes: boolean } | undefined): boolean {
  return own === undefined || own.hasCodes || own.passkeys.length > 0;
}

function whomItAffects(without: readonly TeamMember[] | undefined): string {
  if (without === undefined) return teamCopy.settings.secondFactor.affectsUnknown;
  if (without.length === 0) return teamCopy.settings.secondFactor.affectsNobody;
  const named = without.slice(0, maxNamed).map(({ email }) => email);
  const affected = teamCopy.settings.secondFactor.affected(named.join(", "), without.length - named.length);
  return `${teamCopy.settings.secondFactor.affects(without.length)} ${affected}`;
}
