import { paths } from "#contract/paths.ts";
import type { SetupStep } from "#contract/setup.ts";

interface StepCopy {
  label: string;
  /** What it is good for. */
  why: string;
  /** The button: its text and where it leads. */
  action: string;
  to: string;
  /** Whether visitors can come without it. */
  isOptional?: boolean;
}

const settings = (section: string) => `${paths.settings}?section=${section}`;

export const stepCopy: Record<SetupStep, StepCopy> = {
  address: {
    label: "Public address and HTTPS",
    why: "Passkeys and the links in e-mails belong to it, so it comes first.",
    action: "Open the site",
    to: paths.home,
  },
  "second-factor": {
    label: "Second factor",
    why: "A passkey or codes of an app, asked for after your password.",
    action: "Set up a second factor",
    to: paths.security,
  },
  "recovery-codes": {
    label: "Recovery codes",
    why: "Print them, or keep them where your phone is not.",
    action: "Make recovery codes",
    to: paths.security,
  },
  brand: {
    label: "Names and brand",
    why: "What the site is called, its colours and its texts.",
    action: "Edit the site",
    to: settings("site"),
  },
  legal: {
    label: "Legal particulars",
    why: "Who runs the site, the grievance officer, and an address for questions.",
    action: "Fill them in",
    to: settings("site"),
  },
  channels: {
    label: "First channels",
    why: "Where visitors reach you: WhatsApp, Telegram, phone.",
    action: "Add a contact",
    to: paths.channels,
  },
  hours: {
    label: "Opening hours",
    why: "So that nobody waits for an answer at night.",
    action: "Set hours of a channel",
    to: paths.channels,
    isOptional: true,
  },
  mail: {
    label: "E-mail, with a test",
    why: "Tells the team of messages, owners of changes, and visitors of replies.",
    action: "Set up and test mail",
    to: settings("mail"),
  },
  "second-owner": {
    label: "A second owner",
    why: "Approves changes of where visitors are sent, and helps when you are locked out.",
    action: "Invite an owner",
    to: paths.team,
  },
  backups: {
    label: "Backups",
    why: "Made by the server, to another disk or to a bucket.",
    action: "See the backups",
    to: settings("backups"),
  },
  "test-inquiry": {
    label: "A first test message",
    why: "Try the whole way: send it as a visitor, and answer it.",
    action: "Write a test message",
    to: paths.message,
  },
};
