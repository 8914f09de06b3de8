import { teamCopy } from "#copy/current.ts";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { useLocation, here } from "#web/page/router.tsx";

import { EmptyState } from "../shell/empty-state.tsx";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { useMember } from "../shell/member.ts";
import { Page, Views } from "../shell/page.tsx";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";
import { UnsavedContext, useUnsavedParts } from "../forms/unsaved-parts.tsx";
import { ApiTokensSection } from "./api-tokens/api-tokens-section.tsx";
import { PublishingSection, SecondFactorSection } from "./access-sections.tsx";
import { AddressSection } from "./address-section.tsx";
import { BackupsSection } from "./backups-section.tsx";
import { MailSection, TelegramSection, WebhookSection } from "./delivery-sections.tsx";
import { IncomingSection } from "./incoming-section.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { SiteSection } from "./site/site-section.tsx";
import { focusSection, SectionToolsContext } from "./section-form.tsx";
import { SectionSelect } from "./section-select.tsx";
import "./settings.css";
import { type SectionName, sectionAddress, sectionNames, sectionOf, settingsMenu } from "./settings-menu.ts";
import { ShareSection } from "./share-section.tsx";
import { useSettings } from "./use-settings.ts";
import { filled } from "#web/ui/filled.tsx";
import { DeclaredSection } from "./declared-section.tsx";

interface SectionContent {
  Content: ComponentType<{ settings: Settings }>;
  /** Note beside its name. */
  note?: (settings: Settings) => string | undefined;
  /** Whether it only shows something: it keeps nothing typed, and loads again each time. */
  isReport?: boolean;
}

const offUnless = (isOn: boolean) => (isOn ? undefined : teamCopy.settings.off);

/** Contents of the menu's sections. */
const contents: Record<SectionName, SectionContent> = {
  site: { Content: SiteSection },
  publicAddress: { Content: AddressSection },
  retention: { Content: RetentionSection },
  incoming: { Content: IncomingSection, note: ({ incoming }) => offUnless(incoming !== null) },
  notifications: { Content: NotificationsSection },
  mail: { Content: MailSection, note: ({ mail }) => offUnless(mail !== null) },
  webhook: { Content: WebhookSection, note: ({ webhook }) => offUnless(webhook !== null) },
  telegram: { Content: TelegramSection, note: ({ telegram }) => offUnless(telegram !== null) },
  deliveries: { Content: DeliveryLog, isReport: true },
  publishing: { Content: PublishingSection },
  "second-factor": {
    Content: SecondFactorSection,
    // The note does not say that it is off: members may have a second factor of their own.
    note: ({ requiresSecondFactor }) => (requiresSecondFactor ? undefined : teamCopy.settings.notRequired),
  },
  share: { Content: ShareSection, isReport: true },
  "api-tokens": { Content: ApiTokensSection },
  backups: {
    Content: BackupsSection,
    note: ({ backups, serverBackups }) => offUnless(backups !== null || serverBackups !== undefined),
  },
};

/** `/ContactAdmin/settings`: one section at a time, named by the query `section`. */
export function SettingsPage() {
  const { role } = useMember();
  return (
    <Page title={teamCopy.settings.title}>
      {role === "owner" ? (
        <SettingsManager />
      ) : (
        <EmptyState icon="lock">
          <h2>{teamCopy.settings.forOwners}</h2>
          <p>{teamCopy.settings.youAreAgent}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function SettingsManager() {
  const query = useSettings();
  if (query.data !== undefined) return <Sections settings={query.data} />;
  if (query.errorUpdateCount > 0) return <LoadFailure what={teamCopy.settings.what} query={query} />;
  return <Spinner text={teamCopy.settings.loading} />;
}

/** The section that the address names, if any. The others that were opened stay mounted: nothing typed is lost. */
function Sections({ settings }: { settings: Settings }) {
  const current = sectionOf(useLocation().search);
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (current !== undefined && !visited.includes(current)) setVisited([...visited, current]);
  const [changed, report] = useUnsavedParts();
  const shown = useRef(current);
  const byKeys = useRef(false);
  const [tools, setTools] = useState<HTMLElement | null>(null);

  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    scrollTo({ top: 0, behavior: "instant" });
    if (!byKeys.current && current !== undefined) focusSection(current);
  }, [current]);

  const views = settingsMenu.flatMap(({ label, sections }) =>
    sections.map(({ name, label: title, icon }) => ({
      group: label(),
      to: sectionAddress(name),
      label: title(),
      icon,
      note: contents[name].note?.(settings),
      change: changed.includes(name) ? teamCopy.settings.unsaved : undefined,
      isCurrent: name === current,
    })),
  );
  const start = {
    label: teamCopy.settings.start,
    views: [{ to: paths.setup, label: teamCopy.setup.title, icon: "bolt", isCurrent: false }],
  } as const;

  return (
    <UnsavedContext value={report}>
      <Views
        label={teamCopy.settings.title}
        views={views}
        more={[start]}
        onPhones={
          <div className="section-row">
            <SectionSelect
              views={[...views, ...start.views.map((view) => ({ ...view, group: start.label }))]}
              onKeys={(isUsed) => {
                byKeys.current = isUsed;
              }}
            />
            <div ref={setTools} className="section-tools" />
          </div>
        }
      />
      {current === undefined && (
        <EmptyState icon="search">
          <h2>{teamCopy.settings.noSection}</h2>
          <p>{teamCopy.settings.noSectionHint}</p>
          <ButtonLink variant="secondary" to={sectionAddress("site")}>
            {teamCopy.site.title}
          </ButtonLink>
        </EmptyState>
      )}
      {sectionNames
        .filter((name) => name === current || (contents[name].isReport !== true && visited.includes(name)))
        .map((name) => {
          const { Content } = contents[name];
          return (
            <div key={name} hidden={name !== current}>
              <SectionToolsContext value={name === current ? tools : null}>
                <Content settings={settings} />
              </SectionToolsContext>
            </div>
          );
        })}
      <UnsavedGuard isChanged={changed.length > 0} />
    </UnsavedContext>
  );
}

/** Section with how long inquiries are kept, and who may work on many at once. */
function RetentionSection({ settings }: { settings: Settings }) {
  return (
    <DeclaredSection
      id="retention"
      settings={settings}
      title={teamCopy.settings.sections.retention}
      lead={filled(teamCopy.settings.retention.lead, {
        page: <a href={here(paths.privacy)}>{teamCopy.settings.retention.leadLink}</a>,
      })}
    />
  );
}

/** Section with the contents of notifications, and whether visitors get a receipt. */
function NotificationsSection({ settings }: { settings: Settings }) {
  return (
    <DeclaredSection
      id="notifications"
      settings={settings}
      title={teamCopy.settings.sections.notifications}
      lead={teamCopy.settings.notifications.lead}
    />
  );
}
