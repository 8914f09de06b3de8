import { type ReactNode, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { SiteFields } from "#contract/site/site.ts";
import { valueAt, withValue } from "#domain/site-changes.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { DraftForm } from "../forms/draft-form.tsx";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { useDraft } from "../forms/use-draft.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { SiteInput } from "../settings/site/site-form.tsx";
import { fieldAt } from "../settings/site/site-groups.ts";
import { useSiteChange, useSiteView } from "../settings/site/use-site.ts";

/** The fields of the site that a step still lacks, empty: what they show now is an example. */
export function SiteStep(props: { paths: readonly string[]; other: ReactNode }) {
  const view = useSiteView();
  if (view.data !== undefined) return <SiteStepForm {...props} values={view.data.values} />;
  return view.isError ? (
    <LoadFailure what={teamCopy.site.what} query={view} />
  ) : (
    <Spinner text={teamCopy.site.loading} />
  );
}

type Typed = Readonly<Record<string, unknown>>;

function SiteStepForm(props: { paths: readonly string[]; values: SiteView["values"]; other: ReactNode }) {
  const { paths, values, other } = props;
  // Saved fields are no longer lacking, but stay until the step is done.
  const [all] = useState(paths);
  const publish = useSiteChange<SiteFields>({
    make: ({ version }, next) => settingsApi.saveSite(version, next),
    confirms: teamCopy.site.confirms.publish,
    done: teamCopy.site.published,
  });
  const withTyped = (typed: Typed) => {
    // Most sites have one name: that of the contact page follows that of the home page until it is typed.
    const valueOf = (path: string) => typed[path] ?? typed[path.replace("brands.contact.", "brands.home.")] ?? "";
    return all.reduce((made, path) => withValue(made, path, valueOf(path)) as SiteFields, values);
  };
  const draft = useDraft<Typed, SiteFields, unknown>({ start: {}, save: publish, send: withTyped });
  const { errors, typed } = draft;
  // The fields start empty, whatever example the site shows.
  const isTyped = Object.entries(typed).some(
    ([path, value]) => (value ?? "") !== "" && value !== valueAt(values, path),
  );
  useReportUnsaved(all.join(), isTyped);

  return (
    <DraftForm draft={draft} noValidate trailing={other}>
      <div className="settings-fields setup-fields">
        {all.map((path) => {
          const field = fieldAt(path);
          return (
            field !== undefined && (
              <SiteInput
                key={path}
                field={field}
                values={withTyped(typed)}
                errors={errors}
                unconfirmed={new Set()}
                onChange={(at, value) => {
                  publish.reset();
                  draft.set({ [at]: value });
                }}
              />
            )
          );
        })}
      </div>
    </DraftForm>
  );
}
