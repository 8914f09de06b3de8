import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { ApiToken, ApiTokenInput, NewApiToken } from "#contract/auth/api-token.ts";
import { scopesThatRead, tokenLimits, type TokenScope, tokenScopes } from "#domain/api-token.ts";
import { dayOf, startOfDay, zoneClock } from "#domain/time/day.ts";
import { day } from "#domain/time/durations.ts";
import { api } from "#web/api/team-call.ts";
import { useSite } from "#web/page/page-data.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { ConfirmedChange } from "../../forms/confirmed-change.tsx";
import { DraftForm } from "../../forms/draft-form.tsx";
import { LoadFailure } from "../../forms/failure.tsx";
import { useDraft } from "../../forms/use-draft.ts";
import { useToastedMutation } from "../../forms/use-toasted-mutation.ts";
import { useNow } from "../../shell/ago.tsx";
import { useDateFormats } from "../../shell/dates.ts";
import { useTrustRefresh } from "../../trust/trust-changes.tsx";
import { PersonName } from "../../shell/person.tsx";
import { AboutFacts } from "../about-facts.tsx";
import { FreshSecret } from "../secret-field.tsx";
import { focusSection, Section } from "../section-form.tsx";
import "./api-tokens.css";
import { filled } from "#web/ui/filled.tsx";

const id = "api-tokens";
const queryKey = ["api-tokens"];
const spans = [30, 90, 365];

function scopeTexts(scope: TokenScope): { label: string; hint: string } {
  return teamCopy.settings.tokens.scopes[scope];
}

/** The API tokens: made with a step-up, shown once, and revoked at once. */
export function ApiTokensSection() {
  const tokens = useQuery({ queryKey, queryFn: () => api("GET /api-tokens") });
  const { recent } = useDateFormats();
  const refreshTrust = useTrustRefresh();
  const [isMaking, setIsMaking] = useState(false);
  const [fresh, setFresh] = useState<NewApiToken>();
  const [asked, setAsked] = useState<ApiToken>();
  const revoke = useToastedMutation({
    queryKey,
    mutationFn: async (token: string) => {
      await api("DELETE /api-tokens/:id", { id: token });
      setFresh((shown) => (shown?.apiToken.id === token ? undefined : shown));
    },
    done: () => teamCopy.settings.tokens.revokedToast,
    confirms: teamCopy.settings.tokens.toRevoke,
  });
  const list = tokens.data?.apiTokens ?? [];

  function open() {
    // The button that has the focus disappears.
    flushSync(() => setIsMaking(true));
    document.getElementById("token-name")?.focus();
  }

  function close() {
    setIsMaking(false);
    focusSection(id);
  }

  const makeButton = <Button onClick={open}>{teamCopy.settings.tokens.make}</Button>;
  return (
    <Section
      id={id}
      title={teamCopy.settings.sections.tokens}
      lead={teamCopy.settings.tokens.lead}
      actions={list.length > 0 && !isMaking ? makeButton : undefined}
      about={tokens.data !== undefined && <ForPrograms />}
    >
      {isMaking && (
        <TokenForm
          onClose={close}
          onMade={(made) => {
            setFresh(made);
            refreshTrust();
            close();
          }}
        />
      )}
      {fresh?.waits !== undefined && (
        <Alert tone="warn">
          {fresh.waits.takesEffectAt === null
            ? teamCopy.trust.tokenNeedsApproval
            : teamCopy.trust.tokenWaits(recent(fresh.waits.takesEffectAt))}
        </Alert>
      )}
      {fresh !== undefined && (
        <FreshSecret secret={fresh.token} use={teamCopy.settings.tokens.fresh(fresh.apiToken.name)} />
      )}
      <LoadFailure what={teamCopy.settings.tokens.what} query={tokens} />
      {tokens.data === undefined && !tokens.isError && <Spinner text={teamCopy.settings.tokens.loading} />}
      {tokens.data !== undefined &&
        (list.length === 0 ? (
          !isMaking && (
            <EmptyState icon="key">
              <h3>{teamCopy.settings.tokens.none}</h3>
              <p>{teamCopy.settings.tokens.noneHint}</p>
              {makeButton}
            </EmptyState>
          )
        ) : (
          <ul className="plain-list api-tokens">
            {list.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
            ))}
          </ul>
        ))}
      <ConfirmedChange
        about={asked}
        title={({ name }) => teamCopy.settings.tokens.revokeTitle(name)}
        id="revoke-token"
        action={teamCopy.settings.tokens.revoke}
        busyAction={teamCopy.settings.tokens.revoking}
        change={revoke}
        input={(token) => token.id}
        onClose={() => setAsked(undefined)}
        onDone={() => focusSection(id)}
      >
        {teamCopy.settings.tokens.revokeMeaning}
      </ConfirmedChange>
    </Section>
  );
}

/** What a program needs to use the API. */
function ForPrograms() {
  const { about } = teamCopy.settings.tokens;
  return (
    <AboutFacts
      title={about.title}
      facts={[
        [about.address, <code key="address">{`${location.origin}/api`}</code>],
        [about.header, <code key="header">Authorization: Bearer fd_…</code>],
        [about.name, about.nameText],
        [about.never, about.neverText],
      ]}
    >
      <a
        className={buttonClass("secondary", "small")}
        href="/api/openapi.json"
        target="_blank"
        rel="noopener noreferrer"
      >
        {about.calls}
      </a>
    </AboutFacts>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, scopes, madeBy, createdAt, usedOn, expiresAt } = token;
  const { timeZone } = useSite();
  const now = useNow();
  const dates = useDateFormats();
  const isOver = Date.parse(expiresAt) <= now;
  // The last moment of its last day.
  const until = new Date(Date.parse(expiresAt) - 1).toISOString();
  return (
    <li>
      <h3>
        {name} <code>{prefix}…</code> {isOver && <Badge>{teamCopy.settings.tokens.expired}</Badge>}
      </h3>
      <p>{scopes.map((scope) => scopeTexts(scope).label).join(" · ")}</p>
      <p className="hint">
        {filled(teamCopy.settings.tokens.madeBy, {
          name: <PersonName email={madeBy} />,
          date: dates.recent(createdAt),
        })}
        ,{" "}
        {usedOn === null
          ? teamCopy.settings.tokens.neverUsed
          : teamCopy.settings.tokens.usedOn(dates.day(new Date(startOfDay(usedOn, timeZone)).toISOString(), now))}
        ,{" "}
        {filled(teamCopy.settings.tokens.until(isOver), {
          time: <time dateTime={expiresAt}>{dates.full(until)}</time>,
        })}
      </p>
      <Button
        variant="danger-outline"
        size="small"
        aria-label={teamCopy.settings.tokens.revokeOf(name)}
        onClick={onRevoke}
      >
        {teamCopy.settings.tokens.revoke}
      </Button>
    </li>
  );
}

const start = {
  name: "",
  scopes: ["inquiries:read"] as readonly TokenScope[],
  /** Days, or "date" for the day that is typed. */
  span: "90",
  expiresOn: "",
};

function TokenForm({ onClose, onMade }: { onClose: () => void; onMade: (made: NewApiToken) => void }) {
  const { timeZone } = useSite();
  const draft = useDraft({
    id: "token",
    start,
    save: useToastedMutation({
      queryKey,
      mutationFn: (body: ApiTokenInput) => api("POST /api-tokens", { body }),
      done: () => teamCopy.settings.tokens.madeToast,
      confirms: teamCopy.settings.tokens.toMake,
      onResponse: onMade,
    }),
    send: ({ name, scopes, span, expiresOn }) => {
      const today = zoneClock(timeZone).wallAt(Date.now());
      return { name, scopes: [...scopes], expiresOn: span === "date" ? expiresOn : dayOf(today + Number(span) * day) };
    },
  });
  const { errors, isSaving } = draft;
  const { scopes: chosen, span } = draft.typed;

  function toggle(scope: TokenScope, isOn: boolean) {
    const others = chosen.filter((each) => each !== scope);
    const reads = scopesThatRead.includes(scope) ? ["inquiries:read" as const] : [];
    const isNeeded = (each: TokenScope) => scope !== "inquiries:read" || !scopesThatRead.includes(each);
    draft.set({ scopes: isOn ? [...new Set([...others, scope, ...reads])] : others.filter(isNeeded) });
  }

  return (
    <DraftForm
      draft={draft}
      label={teamCopy.settings.tokens.make}
      noValidate
      action={teamCopy.settings.tokens.make}
      busyAction={teamCopy.settings.tokens.making}
      leading={
        <Button variant="quiet" onClick={() => !isSaving && onClose()}>
          {teamCopy.forms.cancel}
        </Button>
      }
    >
      <Field
        label={teamCopy.settings.tokens.name}
        hint={teamCopy.settings.tokens.nameHint}
        {...draft.text("name", { name: "name", required: true, maxLength: tokenLimits.name, autoComplete: "off" })}
      />
      <fieldset className="choices" id="token-scopes">
        <legend>{teamCopy.settings.tokens.may}</legend>
        {tokenScopes.map((scope) => {
          const { label, hint } = scopeTexts(scope);
          return (
            <label key={scope} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              />
              <span>{label}</span>
              <span className="hint">{hint}</span>
            </label>
          );
        })}
        {errors["scopes"] !== undefined && (
          <p className="error" tabIndex={-1} data-refused>
            {errors["scopes"]}
          </p>
        )}
      </fieldset>
      <Select
        id="token-span"
        label={teamCopy.settings.tokens.expires}
        value={span}
        onChange={({ target }) => draft.set({ span: target.value })}
      >
        {spans.map((count) => (
          <option key={count} value={count}>
            {teamCopy.settings.tokens.days(count)}
          </option>
        ))}
        <option value="date">{teamCopy.settings.tokens.onDate}</option>
      </Select>
      {span === "date" && (
        <Field
          {...draft.text("expiresOn", { name: "expiresOn", type: "date", required: true })}
          id="token-day"
          label={teamCopy.settings.tokens.lastDay}
          hint={teamCopy.settings.tokens.lastDayHint}
        />
      )}
    </DraftForm>
  );
}
