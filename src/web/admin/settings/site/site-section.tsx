import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { isStale } from "#web/api/team-call.ts";
import type { SiteFields } from "#contract/site/site.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { changesBetween, valueAt, withValue } from "#domain/site-changes.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { useLocation } from "#web/page/router.tsx";
import { useMedia } from "#web/page/use-media.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Menu } from "#web/ui/panels/menu.tsx";
import { tabPanel, Tabs } from "#web/ui/panels/tabs.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { languageName } from "#copy/locale/language-name.ts";
import type { FurtherLanguage } from "#domain/further-languages.ts";
import { addressOf } from "#web/api/team-call.ts";
import { LanguageSelect } from "../../forms/other-languages.tsx";
import { actionFailureText, LoadFailure } from "../../forms/failure.tsx";
import { useReportUnsaved } from "../../forms/unsaved-parts.tsx";
import { useFocusWhileSaving } from "../../forms/use-focus-while-saving.ts";
import { Ago, useNow } from "../../shell/ago.tsx";
import { useDateFormats } from "../../shell/dates.ts";
import { AdminIcon } from "../../shell/icons.tsx";
import { focusSection, Section, SectionTools } from "../section-form.tsx";
import { MissingInTab, missingIn } from "./missing-in-tab.tsx";
import { SiteForm } from "./site-form.tsx";
import { englishTabs, languageTabs, type SiteTab, siteTabs, tabOf } from "./site-groups.ts";
import { SiteHistory } from "./site-history.tsx";
import { siteLabel } from "./site-label.ts";
import { previewId, SitePreview } from "./site-preview.tsx";
import { SiteProposal } from "./site-proposal.tsx";
import "./site.css";
import { useSiteChange, useSiteView } from "./use-site.ts";

const id = "site";

/** The site as owners edit it, with a live preview; published with a step-up. */
export function SiteSection() {
  const query = useSiteView();
  const { data } = query;
  return (
    <Section
      id={id}
      title={teamCopy.site.title}
      lead={teamCopy.site.lead}
      isWide
      hasTools
      actions={
        <a className={buttonClass("secondary")} {...exportLink}>
          {teamCopy.site.export}
        </a>
      }
    >
      {data !== undefined ? (
        <SiteEditor view={data} />
      ) : query.errorUpdateCount > 0 ? (
        <LoadFailure what={teamCopy.site.what} query={query} />
      ) : (
        <Spinner text={teamCopy.site.loading} />
      )}
    </Section>
  );
}

/** The attributes of a link to the site's file. */
const exportLink = { href: addressOf("GET /site/export.json"), download: true };

/** A desk has room for the preview beside the fields; elsewhere a button shows it. */
const besideFields = "(width >= 75rem)";

/** The brands when this section was first shown: the document's header and colours stay until it is loaded again. */
let brandsOfDocument: string | undefined;

function SiteEditor({ view }: { view: SiteView }) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(view.draft?.values ?? view.values);
  const [seen, setSeen] = useState(view.values);
  if (seen !== view.values) {
    // Somebody else's publication, or an undo: what this member has changed stays.
    setSeen(view.values);
    const own = changesBetween(seen, values);
    setValues(own.reduce((made, { path, after }) => withValue(made, path, after) as SiteFields, view.values));
  }
  const asked = new URLSearchParams(useLocation().search).get("tab");
  const askedTab = siteTabs.find(({ name }) => name === asked)?.name;
  const [tab, setTab] = useState(askedTab ?? "home");
  const [language, setLanguage] = useState<FurtherLanguage>(languageTabs[0]?.name ?? "hi");
  const shown = siteTabs.find(({ name }) => name === tab);
  const shownLanguage = languageTabs.find(({ name }) => name === tab)?.name;
  if (shownLanguage !== undefined && shownLanguage !== language) setLanguage(shownLanguage);
  const [followed, setFollowed] = useState(askedTab);
  if (followed !== askedTab) {
    // A link to a field of another tab.
    setFollowed(askedTab);
    if (askedTab !== undefined) setTab(askedTab);
  }
  const isBeside = useMedia(besideFields);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [importProblem, setImportProblem] = useState<string>();
  const brands = JSON.stringify(view.values.brands);
  const isOldBrand = (brandsOfDocument ??= brands) !== brands;
  const changes = changesBetween(view.values, values);
  const isChanged = changes.length > 0;
  const changed = new Set(changes.map(({ path }) => path));
  const unconfirmed = new Set(
    view.figures
      .filter(({ name, isDecided }) => !isDecided && view.values.figures[name] !== "")
      .map(({ name }) => `figures.${name}`)
      .filter((path) => !changed.has(path)),
  );
  const isSaved = view.draft !== null && changesBetween(view.draft.values, values).length === 0;
  useReportUnsaved(id, isChanged && !isSaved);

  const publish = useSiteChange<SiteFields>({
    make: ({ version }, next) => settingsApi.saveSite(version, next),
    confirms: teamCopy.site.confirms.publish,
    done: teamCopy.site.published,
  });
  const draft = useSiteChange<SiteFields | null>({
    make: ({ version }, next) => settingsApi.saveSiteDraft(version, next),
    confirms: teamCopy.site.confirms.saveDraft,
    done: teamCopy.site.draftSaved,
  });
  const error = publish.error ?? draft.error;
  const errors = error instanceof ApiError ? error.errors : {};
  useFocusWhileSaving(form, publish.isPending);
  useFocusFirstInvalid(form, error);

  function show(next: SiteFields): void {
    publish.reset();
    draft.reset();
    setValues(next);
  }

  function send(event: FormEvent): void {
    event.preventDefault();
    if (publish.isPending) return;
    draft.reset();
    publish.mutate(values, {
      onSuccess: (answer) => {
        show("site" in answer ? answer.site.values : answer.values);
        focusSection(id);
      },
      onError: (failure) => {
        const [first] = failure instanceof ApiError ? Object.keys(failure.errors) : [];
        const wrongTab = first === undefined ? undefined : tabOf(first);
        if (wrongTab !== undefined) setTab(wrongTab);
      },
    });
  }

  function discard(): void {
    show(view.values);
    if (view.draft !== null) draft.mutate(null);
    focusSection(id);
  }

  async function importFile({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    target.value = "";
    if (file === undefined) return;
    const imported = readSite(await file.text().catch(() => ""), values);
    setImportProblem(imported === null ? teamCopy.site.notASite(file.name) : undefined);
    if (imported !== null) show(imported);
  }

  const missing = (view.missing ?? []).filter(({ path }) => (valueAt(values, path) ?? "") === "");
  const countIn = (name: string) => missingIn(missing, name).length;
  const inLanguages = languageTabs.reduce((sum, { name }) => sum + countIn(name), 0);
  const tabs = [
    ...englishTabs.map(({ name, label }) => ({
      name,
      label: <TabLabel text={label()} missing={countIn(name)} />,
    })),
    { name: "languages", label: <TabLabel text={teamCopy.site.tabs.languages} missing={inLanguages} /> },
    { name: "history", label: teamCopy.site.history.tab },
  ];
  const chosen = shownLanguage === undefined ? tab : "languages";
  const fieldsOf = (one: SiteTab) => (
    <>
      <MissingInTab missing={missingIn(missing, one.name)} show={setTab} />
      <SiteForm
        tab={one}
        values={values}
        errors={errors}
        unconfirmed={unconfirmed}
        onChange={(path, value) => setValues((known) => withValue(known, path, value) as SiteFields)}
      />
    </>
  );
  const previewButton = shown !== undefined && !isBeside && (
    <Button
      variant="secondary"
      aria-expanded={isPreviewOpen}
      aria-controls={isPreviewOpen ? previewId : undefined}
      onClick={() => setPreviewOpen(!isPreviewOpen)}
    >
      {teamCopy.site.preview.title}
    </Button>
  );
  return (
    <>
      <SectionTools>
        {previewButton}
        <Menu label={teamCopy.channels.list.actions} button={<AdminIcon name="more" />}>
          <a {...exportLink}>
            <AdminIcon name="download" />
            {teamCopy.site.export}
          </a>
        </Menu>
      </SectionTools>
      <Notices view={view} isDraft={isChanged} isSaved={isSaved} />
      {isOldBrand && (
        <Alert tone="info">
          <p>{teamCopy.site.oldBrand}</p>
          <Button variant="secondary" onClick={() => location.reload()}>
            {teamCopy.site.loadBrand}
          </Button>
        </Alert>
      )}
      {view.proposal !== null && <SiteProposal proposal={view.proposal} />}
      <Tabs
        id={id}
        label={teamCopy.site.title}
        tabs={tabs}
        chosen={chosen}
        onChoose={(name) => setTab(name === "languages" ? language : name)}
      />
      <div className="site-editor">
        {previewButton && <p className="at-desk">{previewButton}</p>}
        {shown !== undefined && (isBeside || isPreviewOpen) && <SitePreview values={values} page={shown.page} />}
        {/* The server's error shows at its field. */}
        <form ref={form} className="form" noValidate onSubmit={send}>
          {error !== null && (
            <Alert role="alert">{isStale(error) ? teamCopy.site.stale : actionFailureText(error)}</Alert>
          )}
          {importProblem !== undefined && <Alert>{importProblem}</Alert>}
          <fieldset className="site-fields" disabled={view.isFixed} inert={publish.isPending}>
            {englishTabs.map((one) => (
              <div key={one.name} {...tabPanel(id, one.name, chosen)}>
                {fieldsOf(one)}
              </div>
            ))}
            <div className="settings-fields" {...tabPanel(id, "languages", chosen)}>
              <LanguageSelect
                id="site-language"
                value={language}
                nameOf={(code) => {
                  const count = countIn(code);
                  const name = languageName(code);
                  return count === 0 ? name : teamCopy.setup.missing.count(name, count);
                }}
                onChoose={setTab}
              />
              {languageTabs.map((one) => (
                <div key={one.name} hidden={one.name !== language}>
                  {fieldsOf(one)}
                </div>
              ))}
            </div>
          </fieldset>
          <div {...tabPanel(id, "history", chosen)}>
            <SiteHistory history={view.history} />
          </div>
          {!view.isFixed && shown !== undefined && (
            <label className={buttonClass("secondary", undefined, "site-import")} inert={publish.isPending}>
              {teamCopy.site.import}
              <input type="file" accept=".json,application/json" onChange={(event) => void importFile(event)} />
            </label>
          )}
          {(isChanged || publish.isPending) && (
            <div className="save-bar">
              <p role="status">
                {teamCopy.site.changes(changes.length)}
                <span className="hint"> {changes.map(({ path }) => siteLabel(path)).join(", ")}</span>
              </p>
              <Button variant="quiet" onClick={() => !publish.isPending && discard()}>
                {teamCopy.site.discard}
              </Button>
              <Button
                variant="secondary"
                busy={draft.isPending}
                onClick={() => draft.isPending || isSaved || draft.mutate(values)}
              >
                {isSaved ? teamCopy.site.draftSaved : teamCopy.site.saveDraft}
              </Button>
              <SubmitButton busy={publish.isPending} busyText={teamCopy.site.publishing}>
                {teamCopy.site.publish}
              </SubmitButton>
            </div>
          )}
        </form>
      </div>
    </>
  );
}

function TabLabel({ text, missing }: { text: string; missing: number }) {
  if (missing === 0) return text;
  return (
    <>
      {text} <Badge tone="warn">{missing}</Badge>
      <span className="visually-hidden"> {teamCopy.site.missing.some}</span>
    </>
  );
}

/** Shows notices that an owner should read before editing. */
function Notices({ view, isDraft, isSaved }: { view: SiteView; isDraft: boolean; isSaved: boolean }) {
  const dates = useDateFormats();
  const now = useNow();
  if (view.isFixed) {
    return (
      <Alert tone="info">
        {teamCopy.site.fixed.before}
        <code>SITE_CONFIG_FIXED</code>
        {teamCopy.site.fixed.after}
      </Alert>
    );
  }
  if (!isDraft || view.draft === null) return null;
  const author = view.draft.by ?? teamCopy.site.anOwner;
  return (
    <Alert tone="info">
      {isSaved ? teamCopy.site.draft.before(author) : teamCopy.site.draft.changedBefore(author)}{" "}
      <Ago at={view.draft.at} now={now} dates={dates} />
      {teamCopy.site.draft.after}
    </Alert>
  );
}

/** The site of an exported file, on top of `known`; null if it is none. The server checks its values. */
function readSite(text: string, known: SiteFields): SiteFields | null {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== "object" || file === null || Array.isArray(file)) return null;
    const fields = Object.keys(file);
    if (fields.length === 0 || fields.some((name) => !(name in known))) return null;
    return { ...known, ...(file as Partial<SiteFields>) };
  } catch {
    return null;
  }
}
