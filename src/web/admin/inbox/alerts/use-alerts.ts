import { teamCopy } from "#copy/current.ts";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { paths } from "#contract/paths.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { navigate } from "#web/page/router.tsx";
import { useLatest } from "../use-latest.ts";
import { type AlertSettings, isQuiet, timeOfDay, useAlertSettings } from "./alert-settings.ts";
import { playSound } from "./play-sound.ts";
import { showNotification } from "./show-notification.ts";
import { useIsOnlyTab } from "./use-only-tab.ts";

interface AlertEvent {
  kind: "added" | "answered" | "mentioned";
  /** The inquiry's. */
  id: string;
}

interface Alerts {
  /** Whether this is the tab that alerts; it listens also in the background. */
  isAlerting: boolean;
  hear: (event: AlertEvent) => void;
}

/** The window, in milliseconds, in which several events make one alert. */
const gatheredFor = 1000;

/** Tells the member by notification and sound what visitors write, as they have set it. */
export function useAlerts(): Alerts {
  const { id: memberId } = useMember();
  const [settings] = useAlertSettings();
  const isAlerting = useIsOnlyTab(isOn(settings), `front-desk-alerts/${memberId}`);
  const heard = useRef<AlertEvent[]>([]);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const latest = useLatest({ settings, isAlerting });

  const hear = useCallback(
    (event: AlertEvent) => {
      if (!isOn(latest.current.settings)) return;
      heard.current.push(event);
      timer.current ??= window.setTimeout(() => {
        timer.current = undefined;
        const events = heard.current.splice(0);
        // Checked again: another tab may alert by now.
        if (latest.current.isAlerting) alertTo(events, latest.current.settings);
      }, gatheredFor);
    },
    [latest],
  );
  return useMemo(() => ({ isAlerting, hear }), [isAlerting, hear]);
}

const isOn = ({ shows, plays }: AlertSettings) => shows || plays;

function alertTo([first, ...others]: readonly AlertEvent[], { shows, plays, quiet }: AlertSettings): void {
  if (first === undefined || isQuiet(quiet, timeOfDay(new Date()))) return;
  if (plays) void playSound();
  // The list shows it if the page has the focus.
  if (!shows || document.hasFocus()) return;
  if (others.length > 0) showNotification(teamCopy.inquiry.alerts.several(others.length + 1), "several");
  else showNotification(teamCopy.inquiry.alerts.titles[first.kind], first.id, () => openInquiry(first.id));
}

/** Opens an inquiry from any view of the inbox, also from the bin. */
const openInquiry = (id: string) => navigate(`${paths.inbox}?inquiry=${encodeURIComponent(id)}`);
