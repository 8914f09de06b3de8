import type { SecurityNotice } from "#domain/delivery.ts";
import { type Letter, linkedPaths } from "./words.ts";

/** What happened to a member's sign-in; `device` is such as `Chrome on Android`, null where the browser did not say. */
export interface Notice {
  notice: SecurityNotice;
  at: number;
  device: string | null;
}

/** Tells a member of their own sign-in: when, with what, and what to do. No link in it signs anybody in. */
export function noticeFor({ notice, at, device }: Notice, where: { origin: string; timeZone: string }): Letter {
  const time = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: where.timeZone,
  }).format(at);
  const security = `${where.origin}${linkedPaths.security}`;
  const what = `When: ${time}`;
  const withWhat = `With: ${device ?? "a browser that did not say what it is"}`;
  const ifNot = [
    "If it was not you:",
    `1. Open ${security} and end all of your sessions.`,
    "2. Set a new password: choose “Forgot your password?” where you sign in.",
    "3. Tell an owner of the front desk.",
  ];
  switch (notice) {
    case "new-device":
      return {
        subject: "A sign-in from a new device",
        text: [
          "Your account at the front desk was signed in to from a browser that it has not been used in before.",
          "",
          what,
          withWhat,
          "",
          "If it was you, there is nothing to do.",
          "",
          ...ifNot,
        ].join("\n"),
      };
    case "recovery-code-used":
      return {
        subject: "A recovery code was used",
        text: [
          "Your account at the front desk was signed in to with one of its recovery codes. It does not work again.",
          "",
          what,
          withWhat,
          "",
          "If it was you and you have lost your phone, set up another one and make new recovery codes.",
          "",
          ...ifNot,
        ].join("\n"),
      };
    case "second-factor-reset":
      return {
        subject: "Your second factor was taken away",
        text: [
          "An owner, or whoever runs the server, has taken away the passkeys, one-time codes and recovery codes of your account at the front desk, and ended its sessions.",
          "",
          what,
          "",
          "If you have asked for it, sign in with your password and set up a second factor again.",
          "",
          "If you have not, tell an owner of the front desk.",
        ].join("\n"),
      };
  }
}
