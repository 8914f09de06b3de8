type Permission = NotificationPermission | "missing";

export function permissionNow(): Permission {
  return typeof Notification === "undefined" ? "missing" : Notification.permission;
}

/** Asks the browser; call it on a press only. */
export async function askPermission(): Promise<Permission> {
  return typeof Notification === "undefined" ? "missing" : Notification.requestPermission();
}

/**
 * Shows a notification, in the place of the earlier one with this `tag`. A press on it brings this tab to the front.
 * False if the browser shows none: on Android, pages cannot.
 */
export function showNotification(title: string, tag: string, onPress?: () => void): boolean {
  if (permissionNow() !== "granted") return false;
  try {
    const notification = new Notification(title, { tag, icon: "/icon-192.png" });
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
      onPress?.();
    });
    return true;
  } catch {
    return false;
  }
}
