import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ApiToken, NewApiToken } from "#contract/api-token.ts";
import { scopesThatRead, tokenLimits, type TokenScope, tokenScopes } from "#domain/api-token.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { day } from "#domain/time/durations.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { useSite } from "#web/page/page-data.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { ConfirmedChange } from "../../forms/confirmed-change.tsx";
import { actionFailureText, LoadFailure } from "../../forms/failure.tsx";
import { typedText } from "../../forms/typed-text.ts";
import { useToastedMutation } from "../../forms/use-toasted-mutation.ts";
import { useNow } from "../../shell/ago.tsx";
import { useDateWords } from "../../shell/dates.ts";
import { PersonName } from "../../shell/person.tsx";
import { FreshSecret } from "../secret-field.tsx";
import { focusSection, Section } from "../section-form.tsx";
import { apiTokensCopy as copy, scopeCopy } from "./api-tokens-copy.ts";
import "./api-tokens.css";

const id = "api-tokens";
const queryKey = ["api-tokens"];
const spans = [30, 90, 365];

/** The API tokens: made with a step-up, shown once, and revoked at once. */
export function ApiTokensSection() {
  const tokens = useQuery({ queryKey, queryFn: settingsApi.apiTokens });
  const [isMaking, setIsMaking] = useState(false);
  const [fresh, setFresh] = useState<NewApiToken>();
  const [asked, setAsked] = useState<ApiToken>();
  const revoke = useToastedMutation({
    queryKey,
    mutationFn: settingsApi.revokeApiToken,
    done: () => copy.revoked,
    failed: copy.failedToRevoke,
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

  return (
    <Section
      id={id}
      title={copy.title}
      lead={copy.lead}
      actions={isMaking ? undefined : <Button onClick={open}>{copy.make}</Button>}
    >
      {isMaking && (
        <TokenForm
          onClose={close}
          onMade={(made) => {
            setFresh(made);
            close();
          }}
        />
      )}
      {fresh !== undefined && <FreshSecret secret={fresh.token} use={copy.fresh(fresh.apiToken.name)} />}
      <LoadFailure what="The tokens" query={tokens} />
      {tokens.data === undefined && !tokens.isError && <Spinner text={copy.loading} />}
      {tokens.data !== undefined &&
        (list.length === 0 ? (
          !isMaking && (
            <EmptyState>
              <h3>{copy.none}</h3>
              <p>{copy.noneHint}</p>
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
        open={asked !== undefined}
        title={copy.revokeTitle(asked?.name ?? "")}
        id="revoke-token"
        action={copy.revoke}
        busyAction={copy.revoking}
        change={revoke}
        input={asked?.id ?? ""}
        onClose={() => setAsked(undefined)}
        onDone={() => {
          setFresh(undefined);
          focusSection(id);
        }}
      >
        {copy.revokeMeaning}
      </ConfirmedChange>
    </Section>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, scopes, madeBy, createdAt, usedOn, expiresAt } = token;
  const now = useNow();
  const dates = useDateWords();
  const isOver = Date.parse(expiresAt) <= now;
  // The last moment of its last day.
  const until = new Date(Date.parse(expiresAt) - 1).toISOString();
  return (
    <li>
      <div>
        <h3>
          {name} <code>{prefix}…</code> {isOver && <Badge>{copy.expired}</Badge>}
        </h3>
        <p>{scopes.map((scope) => scopeCopy[scope].label).join(" · ")}</p>
        <p className="hint">
          Made by <PersonName email={madeBy} /> on {dates.recent(createdAt)},{" "}
          {usedOn === null ? copy.neverUsed : copy.usedOn(dates.day(`${usedOn}T12:00:00Z`, now))},{" "}
          {isOver ? "worked" : "works"} until <time dateTime={expiresAt}>{dates.full(until)}</time>
        </p>
      </div>
      <Button variant="danger-outline" size="small" aria-label={`${copy.revoke}: ${name}`} onClick={onRevoke}>
        {copy.revoke}
      </Button>
    </li>
  );
}

function TokenForm({ onClose, onMade }: { onClose: () => void; onMade: (made: NewApiToken) => void }) {
  const { timeZone } = useSite();
  const form = useRef<HTMLFormElement>(null);
  const [span, setSpan] = useState("90");
  const [chosen, setChosen] = useState<readonly TokenScope[]>(["inquiries:read"]);
  const { mutate, error, isPending } = useToastedMutation({
    queryKey,
    mutationFn: settingsApi.makeApiToken,
    done: () => copy.made,
    failed: copy.failedToMake,
    onResponse: onMade,
  });
  const errors = error instanceof ApiError ? error.errors : {};
  useFocusFirstInvalid(form, error);

  function toggle(scope: TokenScope, isOn: boolean) {
    if (!isOn) {
      setChosen(
        chosen.filter((each) => each !== scope && (scope !== "inquiries:read" || !scopesThatRead.includes(each))),
      );
      return;
    }
    setChosen([...new Set([...chosen, scope, ...(scopesThatRead.includes(scope) ? ["inquiries:read" as const] : [])])]);
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    const today = zoneClock(timeZone).wallAt(Date.now());
    const expiresOn = span === "date" ? typedText(typed, "expiresOn") : dayOf(today + Number(span) * day);
    mutate({ name: typedText(typed, "name"), scopes: [...chosen], expiresOn });
  }

  return (
    <form ref={form} className="form" aria-label={copy.make} noValidate onSubmit={send}>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id="token-name"
        label={copy.name}
        hint={copy.nameHint}
        error={errors["name"]}
        input={{ name: "name", required: true, maxLength: tokenLimits.name, autoComplete: "off" }}
      />
      <fieldset className="choices">
        <legend>{copy.scopes}</legend>
        {tokenScopes.map((scope) => (
          <label key={scope} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <span>{scopeCopy[scope].label}</span>
            <span className="hint">{scopeCopy[scope].hint}</span>
          </label>
        ))}
        {errors["scopes"] !== undefined && (
          <p className="error" tabIndex={-1} data-refused>
            {errors["scopes"]}
          </p>
        )}
      </fieldset>
      <Select id="token-span" label={copy.expires} value={span} onChange={({ target }) => setSpan(target.value)}>
        {spans.map((count) => (
          <option key={count} value={count}>
            {copy.days(count)}
          </option>
        ))}
        <option value="date">{copy.onDate}</option>
      </Select>
      {span === "date" && (
        <Field
          id="token-day"
          label={copy.lastDay}
          hint={copy.lastDayHint}
          error={errors["expiresOn"]}
          input={{ name: "expiresOn", type: "date", required: true }}
        />
      )}
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText={copy.making}>
          {copy.make}
        </SubmitButton>
        <Button variant="quiet" onClick={() => !isPending && onClose()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
