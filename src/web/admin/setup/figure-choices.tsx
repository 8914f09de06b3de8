import { type FormEvent, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { FigureName } from "#contract/site/site.ts";
import type { FigureView, SiteView } from "#contract/site/site-settings.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { siteLabel } from "../settings/site/site-label.ts";
import { useSiteChange, useSiteView } from "../settings/site/use-site.ts";
import { setupKey } from "./use-setup.ts";

/** Each figure of the product: an owner says that it is true, edits it, or takes it off; and may again later. */
export function FigureChoices() {
  const query = useSiteView();
  if (query.data !== undefined) return <Choices view={query.data} />;
  if (query.errorUpdateCount > 0) return <LoadFailure what={teamCopy.site.what} query={query} />;
  return <Spinner text={teamCopy.site.loading} />;
}

function Choices({ view }: { view: SiteView }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<FigureName>();
  const decide = useSiteChange<{ name: FigureName; value: string }>({
    make: ({ version }, { name, value }) => settingsApi.decideFigure(version, name, value),
    confirms: teamCopy.setup.figures.confirms,
    done: teamCopy.setup.figures.decided,
  });
  function choose(name: FigureName, value: string): void {
    if (decide.isPending) return;
    decide.mutate(
      { name, value },
      {
        onSuccess: () => {
          setEdited(undefined);
          void client.invalidateQueries({ queryKey: setupKey });
        },
      },
    );
  }
  const confirmAll = useSiteChange<readonly FigureName[]>({
    // One after the other, as each makes a version of the site; nothing that visitors see changes.
    make: async (known, names) => {
      let site = known;
      for (const name of names) {
        const answer = await settingsApi.decideFigure(site.version, name, site.values.figures[name]);
        site = "site" in answer ? answer.site : answer;
      }
      return site;
    },
    confirms: teamCopy.setup.figures.confirms,
    done: teamCopy.setup.figures.decided,
  });
  const isPending = decide.isPending || confirmAll.isPending;
  const unconfirmed = view.figures.flatMap(({ name, isDecided }) =>
    isDecided || view.values.figures[name] === "" ? [] : [name],
  );
  const error = decide.error instanceof ApiError ? decide.error : undefined;
  const isAtField = edited !== undefined && error?.errors[`figures.${edited}`] !== undefined;
  const failure = confirmAll.error ?? (isAtField ? null : decide.error);
  return (
    <>
      <ul className="setup-figures" inert={isPending}>
        {view.figures.map((figure) => (
          <li key={figure.name}>
            {figure.name === edited ? (
              <FigureForm
                name={figure.name}
                value={view.values.figures[figure.name] || figure.usual}
                error={error?.errors[`figures.${figure.name}`]}
                onSave={(value) => choose(figure.name, value)}
                onCancel={() => setEdited(undefined)}
              />
            ) : (
              <FigureChoice
                figure={figure}
                value={view.values.figures[figure.name]}
                onChoose={(value) => choose(figure.name, value)}
                onEdit={() => {
                  decide.reset();
                  setEdited(figure.name);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {failure !== null && <Alert role="alert">{actionFailureText(failure)}</Alert>}
      {unconfirmed.length > 0 && (
        <div className="form-actions">
          <Button busy={isPending} onClick={() => confirmAll.mutate(unconfirmed)}>
            {teamCopy.setup.figures.allTrue(unconfirmed.length)}
          </Button>
          <span className="hint">{teamCopy.setup.figures.allTrueHint}</span>
        </div>
      )}
    </>
  );
}

function FigureChoice(props: {
  figure: FigureView;
  value: string;
  onChoose: (value: string) => void;
  onEdit: () => void;
}) {
  const { figure, value, onChoose, onEdit } = props;
  const { isTrue, edit, takeOff, unconfirmed, offered, removed } = teamCopy.setup.figures;
  const label = siteLabel(`figures.${figure.name}`);
  const isShown = value !== "";
  const text = isShown || figure.isDecided ? value : figure.usual;
  const button = (action: string, onClick: () => void) => (
    <Button variant="quiet" size="small" aria-label={`${action}: ${label}`} onClick={onClick}>
      {action}
    </Button>
  );
  return (
    <>
      <p>
        {label} <strong lang={langOf(text)}>{text}</strong>{" "}
        {!figure.isDecided && <Badge>{isShown ? unconfirmed : offered}</Badge>}
        {figure.isDecided && !isShown && <Badge>{removed}</Badge>}
      </p>
      <div className="setup-figure-actions">
        {!figure.isDecided && !isShown && button(isTrue, () => onChoose(figure.usual))}
        {button(edit, onEdit)}
        {(isShown || !figure.isDecided) && button(takeOff, () => onChoose(""))}
      </div>
    </>
  );
}

function FigureForm(props: {
  name: FigureName;
  value: string;
  error: string | undefined;
  onSave: (value: string) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(props.value);
  useReportUnsaved(`figure-${props.name}`, typed !== props.value);
  function send(event: FormEvent): void {
    event.preventDefault();
    props.onSave(typed);
  }
  return (
    <form className="setup-figure-form" noValidate onSubmit={send}>
      <Field
        id={`figure-${props.name}`}
        label={siteLabel(`figures.${props.name}`)}
        error={props.error}
        input={{ value: typed, maxLength: 24, autoFocus: true, onChange: ({ target }) => setTyped(target.value) }}
      />
      <div className="setup-figure-actions">
        <SubmitButton busy={false} busyText={teamCopy.setup.figures.save}>
          {teamCopy.setup.figures.save}
        </SubmitButton>
        <Button variant="quiet" onClick={props.onCancel}>
          {teamCopy.setup.figures.cancel}
        </Button>
      </div>
    </form>
  );
}
