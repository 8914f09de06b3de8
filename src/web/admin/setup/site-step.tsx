import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { SiteFields } from "#contract/site/site.ts";
import { valueAt, withValue } from "#domain/site-changes.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { SiteInput } from "../settings/site/site-form.tsx";
import { fieldAt } from "../settings/site/site-groups.ts";
import { useSiteChange, useSiteView } from "../settings/site/use-site.ts";

/** The fields of the site that a step still lacks, empty: what they show now is an example. */
export function SiteStep({ paths, other }: { paths: readonly string[]; other: ReactNode }) {
  const view = useSiteView();
  const { data } = view;
  const form = useRef<HTMLFormElement>(null);
  // Saved fields are no longer lacking, but stay until the step is done.
  const [all] = useState(paths);
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const publish = useSiteChange<SiteFields>({
    make: ({ version }, next) => settingsApi.saveSite(version, next),
    confirms: teamCopy.site.confirms.publish,
    done: teamCopy.site.published,
  });
  const { error, isPending } = publish;
  const errors = error instanceof ApiError ? error.errors : {};
  // The fields start empty, whatever example the site shows.
  const isTyped = Object.entries(typed).some(
    ([path, value = ""]) => value !== "" && (data === undefined || value !== valueAt(data.values, path)),
  );
  useFocusFirstInvalid(form, error);
  useReportUnsaved(all.join(), isTyped);
  if (data === undefined)
    return view.isError ? (
      <LoadFailure what={teamCopy.site.what} query={view} />
    ) : (
      <Spinner text={teamCopy.site.loading} />
    );
  // Most sites have one name: that of the contact page follows that of the home page until it is typed.
  const valueOf = (path: string) => typed[path] ?? typed[path.replace("brands.contact.", "brands.home.")] ?? "";
  const withTyped = (values: SiteFields) =>
    all.reduce((made, path) => withValue(made, path, valueOf(path)) as SiteFields, values);

  function send(event: FormEvent): void {
    event.preventDefault();
    if (!isPending && data !== undefined) publish.mutate(withTyped(data.values));
  }

  return (
    <form ref={form} className="form" noValidate onSubmit={send}>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <div className="settings-fields setup-fields" inert={isPending}>
        {all.map((path) => {
          const field = fieldAt(path);
          return (
            field !== undefined && (
              <SiteInput
                key={path}
                field={field}
                values={withTyped(data.values)}
                errors={errors}
                unconfirmed={new Set()}
                onChange={(at, value) => {
                  publish.reset();
                  setTyped((known) => ({ ...known, [at]: value }));
                }}
              />
            )
          );
        })}
      </div>
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText={teamCopy.forms.saving}>
          {teamCopy.forms.save}
        </SubmitButton>
        {other}
      </div>
    </form>
  );
}
