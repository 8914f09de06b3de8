import { teamCopy } from "#copy/current.ts";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { useLocation } from "#web/page/router.tsx";

import { EmptyState } from "../shell/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import type { AdminIconName } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import { Page, Views } from "../shell/page.tsx";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";
import { ApiTokensSection } from "./api-tokens/api-tokens-section.tsx";
import { PublishingSection, SecondFactorSection } from "./access-sections.tsx";
import { AddressSection, addressSection } from "./address-section.tsx";
import { BackupsSection } from "./backups-section.tsx";
import { MailSection, TelegramSection, WebhookSection } from "./delivery-sections.tsx";
import { IncomingSection } from "./incoming-section.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { NotificationsSection, RetentionSection } from "./inquiry-sections.tsx";
import { SiteSection } from "./site/site-section.tsx";
import { ChangedContext, focusSection } from "./section-form.tsx";
import "./settings.css";
import { SpreadSection } from "./spread-section.tsx";
import { useSettings } from "./use-settings.ts";

interface SectionEntry {
  /** Its name in the address, and the id of its heading. */
  name: string;
  label: () => string;
  icon: AdminIconName;
  Content: ComponentType<{ settings: Settings }>;
  /** What stands beside its name. */
  note?: (settings: Settings) => string | undefined;
  /** Whether it only shows something: it keeps nothing typed, and loads again each time. */
  isReport?: boolean;
}

const offUnless = (isOn: boolean) => (isOn ? undefined : teamCopy.settings.off);

const sections: readonly SectionEntry[] = [
  { name: "site", label: () => teamCopy.site.title, icon: "edit", Content: SiteSection },
  { name: addressSection, label: () => teamCopy.settings.sections.address, icon: "shown", Content: AddressSection },
  { name: "retention", label: () => teamCopy.settings.sections.retention, icon: "inbox", Content: RetentionSection },
  {
    name: "notifications",
    label: () => teamCopy.settings.sections.notifications,
    icon: "bell",
    Content: NotificationsSection,
  },
  {
    name: "mail",
    label: () => teamCopy.settings.sections.mail,
    icon: "mail",
    Content: MailSection,
    note: ({ mail }) => offUnless(mail !== null),
  },
  {
    name: "incoming",
    label: () => teamCopy.settings.sections.incoming,
    icon: "inbox",
    Content: IncomingSection,
    note: ({ incoming }) => offUnless(incoming !== null),
  },
  {
    name: "webhook",
    label: () => teamCopy.settings.sections.webhook,
    icon: "bolt",
    Content: WebhookSection,
    note: ({ webhook }) => offUnless(webhook !== null),
  },
  {
    name: "telegram",
    label: () => teamCopy.settings.sections.telegram,
    icon: "send",
    Content: TelegramSection,
    note: ({ telegram }) => offUnless(telegram !== null),
  },
  {
    name: "deliveries",
    label: () => teamCopy.settings.sections.deliveries,
    icon: "log",
    Content: DeliveryLog,
    isReport: true,
  },
  {
    name: "publishing",
    label: () => teamCopy.settings.sections.publishing,
    icon: "channels",
    Content: PublishingSection,
  },
  {
    name: "second-factor",
    label: () => teamCopy.settings.sections.secondFactor,
    icon: "key",
    Content: SecondFactorSection,
    note: ({ requiresSecondFactor }) => offUnless(requiresSecondFactor),
  },
  {
    name: "spread",
    label: () => teamCopy.settings.sections.spread,
    icon: "upload",
    Content: SpreadSection,
    isReport: true,
  },
  { name: "api-tokens", label: () => teamCopy.settings.sections.tokens, icon: "key", Content: ApiTokensSection },
  {
    name: "backups",
    label: () => teamCopy.settings.sections.backups,
    icon: "database",
    Content: BackupsSection,
    isReport: true,
  },
];

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

/** The section that the address names. The others that were opened stay mounted, so that nothing typed is lost. */
function Sections({ settings }: { settings: Settings }) {
  const asked = new URLSearchParams(useLocation().search).get("section");
  const current = sections.find(({ name }) => name === asked)?.name ?? "retention";
  const [visited, setVisited] = useState<readonly string[]>([current]);
  if (!visited.includes(current)) setVisited([...visited, current]);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const shown = useRef(current);

  const report = useCallback((section: string, isChanged: boolean) => {
    setChanged((known) => {
      if (known.includes(section) === isChanged) return known;
      return isChanged ? [...known, section] : known.filter((name) => name !== section);
    });
  }, []);

  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    scrollTo({ top: 0, behavior: "instant" });
    focusSection(current);
  }, [current]);

  return (
    <ChangedContext value={report}>
      <Views
        label={teamCopy.settings.title}
        views={sections.map(({ name, label, icon, note }) => ({
          to: `${paths.settings}?section=${name}`,
          label: label(),
          icon,
          note: changed.includes(name) ? teamCopy.settings.unsaved : note?.(settings),
          isCurrent: name === current,
        }))}
        more={[
          {
            label: teamCopy.settings.start,
            views: [{ to: paths.setup, label: teamCopy.setup.title, icon: "bolt", isCurrent: false }],
          },
        ]}
      />
      {sections
        .filter(({ name, isReport }) => name === current || (isReport !== true && visited.includes(name)))
        .map(({ name, Content }) => (
          <div key={name} hidden={name !== current}>
            <Content settings={settings} />
          </div>
        ))}
      <UnsavedGuard isChanged={changed.length > 0} />
    </ChangedContext>
  );
}
