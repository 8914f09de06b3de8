import { useMemo, useSyncExternalStore } from "react";
import { useMember } from "#web/admin/shell/member.ts";

/**
 * Settings for alerts in this browser about visitors' messages. Times of day such as `22:00`, on this device's clock.
 */
export interface AlertSettings {
  shows: boolean;
  plays: boolean;
  /** Quiet hours without alerts; null if there are none. */
  quiet: { from: string; to: string } | null;
}

const silent: AlertSettings = { shows: false, plays: false, quiet: null };

const keyOf = (memberId: string) => `front-desk-alerts/${memberId}`;

/** The member's settings in this browser, the same in all its tabs. */
export function useAlertSettings(): [settings: AlertSettings, set: (change: Partial<AlertSettings>) => void] {
  const { id } = useMember();
  const text = useSyncExternalStore(
    onStorage,
    () => localStorage.getItem(keyOf(id)),
    () => null,
  );
  return useMemo(() => {
    const settings = parsed(text);
    return [settings, (change) => write(id, change)];
  }, [id, text]);
}

function onStorage(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

function write(memberId: string, change: Partial<AlertSettings>): void {
  // Read again: the permission prompt may have taken long.
  const settings = parsed(localStorage.getItem(keyOf(memberId)));
  localStorage.setItem(keyOf(memberId), JSON.stringify({ ...settings, ...change }));
  // The browser notifies only the other tabs.
  dispatchEvent(new StorageEvent("storage", { key: keyOf(memberId) }));
}

function parsed(text: string | null): AlertSettings {
  try {
    // The text was written by `write`.
    return { ...silent, ...(JSON.parse(text ?? "{}") as Partial<AlertSettings>) };
  } catch {
    return silent;
  }
}

/** Returns whether a time of day is in the quiet hours, which may go on past midnight. */
export function isQuiet(quiet: AlertSettings["quiet"], time: string): boolean {
  if (quiet === null) return false;
  const { from, to } = quiet;
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

/** Returns a time such as `09:05`, on this device's clock. */
export function timeOfDay(date: Date): string {
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}
