import type { Settings } from "#contract/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { actionFailureText } from "../shell/failure-text.ts";
import { BackupSection } from "./backup-section.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { KeepingSection } from "./retention-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { PublishingSection } from "./publishing-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { TelegramSection } from "./telegram-section.tsx";
import { useSettings } from "./use-settings.ts";
import { WebhookSection } from "./webhook-section.tsx";

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
