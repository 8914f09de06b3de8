import { Page } from "../shell/page.tsx";
import { useMember } from "../shell/member.ts";
import "./settings.css";
import type { Settings } from "#contract/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { actionFailureText, LoadFailure } from "../shell/failure.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { KeepingSection } from "./retention-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { PublishingSection } from "./publishing-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { TelegramSection } from "./telegram-section.tsx";
import { useSettings } from "./use-settings.ts";
import { WebhookSection } from "./webhook-section.tsx";
import { useDateWords } from "../shell/dates.ts";
import { useBackupState } from "../shell/use-backup-state.ts";

export function SettingsPage() {
  return (
    <Page title="Settings">
      <OwnersOnly />
    </Page>
  );
}

function OwnersOnly() {
  const { role } = useMember();
  if (role === "owner") return <SettingsManager />;
  return (
    <section className="settings-section">
      <h2>Only owners change the settings</h2>
      <p>You are signed in as an agent. If something here should be different, please ask an owner of this desk.</p>
    </section>
  );
}

/** The settings and the delivery log: loading, failed or loaded. */
export function SettingsManager() {
  const { data, error, isFetching, refetch } = useSettings();
  if (data !== undefined) return <Sections settings={data} />;
  if (error === null) return <Spinner text="Loading settings..." />;
  return (
    <Alert>
      <p>The settings could not be loaded. {actionFailureText(error)}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {isFetching ? "Loading..." : "Try again"}
      </Button>
    </Alert>
  );
}

function Sections({ settings }: { settings: Settings }) {
  return (
    <div className="settings">
      <KeepingSection settings={settings} />
      <PublishingSection />
      <SecondFactorSection settings={settings} />
      <MailSection settings={settings} />
      <WebhookSection settings={settings} />
      <TelegramSection settings={settings} />
      <BackupSection />
      <DeliveryLog />
    </div>
  );
}

/** The times of the last and the next backup. Backups are configured on the server. */
export function BackupSection() {
  const state = useBackupState();
  const { recent } = useDateWords();
  const { data } = state;
  return (
    <section className="settings-section" aria-labelledby="backups-title">
      <h2 id="backups-title">Backups</h2>
      {data === undefined ? (
        <LoadFailure what="The state of the backups" query={state} />
      ) : (
        <ul className="plain-list">
          <li>
            {data.last === null ? "No backup is known." : `The last backup was made on ${recent(data.last.madeAt)}.`}
          </li>
          <li>
            {data.everyHours === 0
              ? "None is made by itself: BACKUP_DIR and BACKUP_EVERY_HOURS set that up on the server."
              : `One is made every ${data.everyHours === 1 ? "hour" : `${data.everyHours} hours`}.`}
            {data.isRunning && " One is being made now."}
          </li>
          <li>
            {data.store === null
              ? "The store is in PostgreSQL, which looks after it."
              : data.store.checkedAt === null
                ? "The store is being checked."
                : data.store.problems.length === 0
                  ? `The whole store was checked on ${recent(data.store.checkedAt)}, and is as it was written.`
                  : "The store is damaged."}
          </li>
        </ul>
      )}
    </section>
  );
}
