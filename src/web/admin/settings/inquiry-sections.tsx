import { here } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { filled } from "#web/ui/filled.tsx";
import { DeclaredSection } from "./declared-section.tsx";

/** Section with how long inquiries are kept, and who may work on many at once. */
export function RetentionSection({ settings }: { settings: Settings }) {
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
export function NotificationsSection({ settings }: { settings: Settings }) {
  return (
    <DeclaredSection
      id="notifications"
      settings={settings}
      title={teamCopy.settings.sections.notifications}
      lead={teamCopy.settings.notifications.lead}
    />
  );
}
