import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { missingProgram, provideProgram } from "../scripts/programs/debian.js";
import { checkers, documentsOf } from "./checks.ts";

// The checkers and promtool may have to be installed first.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}

/** Values by series, one a minute: https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/. */
type Series = Record<string, string>;

interface Case {
  series: Series;
  /** The minutes when it must fire, and when it must not. */
  fires: number[];
  quiet: number[];
  /** A series like `series`, at the limit: the alert must fire at none of these minutes. */
  harmless: Series;
  /** Labels beside the severity. */
  labels?: Record<string, string>;
  /** The filled-in summary, of a rule with a template. */
  summary?: string;
}

const own = { instance: "desk-1:9464", job: "front-desk" };
const labelled = (name: string, labels: object = {}) =>
  `${name}{${Object.entries({ ...own, ...labels })
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join()}}`;
const one = (name: string, values: string, labels?: object): Series => ({ [labelled(name, labels)]: values });
const alarm = (name: string): Case => ({
  series: one(name, "0 1x9"),
  fires: [1, 9],
  quiet: [0],
  harmless: one(name, "0x9"),
});

/** A histogram in which one of ten durations is between these bounds, and the others below. */
const oneInTen = (name: string, labels: object, below: string, above: string): Series => ({
  ...one(`${name}_bucket`, "0+90x30", { ...labels, le: below }),
  ...one(`${name}_bucket`, "0+100x30", { ...labels, le: above }),
  ...one(`${name}_bucket`, "0+100x30", { ...labels, le: "+Inf" }),
});
/** Likewise two of ten. */
const oneInFive = (name: string, labels: object, below: string, above: string): Series => ({
  ...oneInTen(name, labels, below, above),
  ...one(`${name}_bucket`, "0+80x30", { ...labels, le: below }),
});
const fileRequests = "front_desk_file_request_duration_seconds";
const responses = "front_desk_http_request_duration_seconds";
const store = "front_desk_store_duration_seconds";
const errors = (count: number): Series => ({
  ...one(`${responses}_count`, `0+${1000 - count}x20`, { status: "200" }),
  ...one(`${responses}_count`, `0+${count}x20`, { status: "503" }),
});

// `stale` begins a restart, and the time before the first check after it.
const cases: Record<string, Case> = {
  FrontDeskDown: {
    series: one("up", "1 0x9"),
    fires: [3],
    quiet: [0, 2],
    harmless: one("up", "1x9"),
    labels: own,
    summary: "desk-1:9464 does not answer",
  },
  FrontDeskStoreDown: {
    series: one("front_desk_store_up", "1 0x9"),
    fires: [2],
    quiet: [0, 1],
    harmless: one("front_desk_store_up", "1x9"),
    labels: own,
    summary: "desk-1:9464 has no store: visitors who send something are answered 503",
  },
  FrontDeskChannelsAlarm: alarm("front_desk_channels_alarm"),
  FrontDeskSettingsAlarm: alarm("front_desk_settings_alarm"),
  FrontDeskMembersAlarm: alarm("front_desk_members_alarm"),
  FrontDeskStoreDamaged: {
    series: one("front_desk_store_problems", "0 2x5 stale _x4 2 0x30"),
    fires: [1, 9, 12],
    quiet: [0, 30],
    harmless: one("front_desk_store_problems", "0x5 stale _x4 0x30"),
    labels: own,
    summary: "The embedded store of desk-1:9464 is damaged",
  },
  FrontDeskAuditLogBroken: {
    series: one("front_desk_audit_log_broken", "0 1x5 stale _x4 1 0x30"),
    fires: [1, 9, 12],
    quiet: [0, 30],
    harmless: one("front_desk_audit_log_broken", "0x5 stale _x4 0x30"),
  },
  FrontDeskUploadsRefused: {
    series: one("front_desk_refused_uploads_total", "0x10 3x40", { reason: "busy" }),
    fires: [16, 24],
    quiet: [15, 30],
    harmless: one("front_desk_refused_uploads_total", "3x50", { reason: "busy" }),
    labels: { reason: "busy" },
    summary: "Files of visitors are not taken (busy)",
  },
  FrontDeskDiskLow: {
    series: {
      ...one("front_desk_disk_free_bytes", "20 9x9", { place: "data" }),
      ...one("front_desk_disk_size_bytes", "100x10", { place: "data" }),
    },
    fires: [2],
    quiet: [0, 1],
    harmless: {
      ...one("front_desk_disk_free_bytes", "10x10", { place: "data" }),
      ...one("front_desk_disk_size_bytes", "100x10", { place: "data" }),
    },
    labels: { instance: own.instance, place: "data" },
    summary: "9% of the disk (data) of desk-1:9464 is left",
  },
  FrontDeskDiskFilling: {
    series: one("front_desk_days_until_full", "13x70"),
    fires: [60],
    quiet: [59],
    harmless: one("front_desk_days_until_full", "14x70"),
    labels: { instance: own.instance },
    summary: "The disk of desk-1:9464, that of its backups, or the limit of files is full in 13 days",
  },
  FrontDeskDiskFull: {
    series: one("front_desk_disk_full", "0 1x9"),
    fires: [1, 9],
    quiet: [0],
    harmless: one("front_desk_disk_full", "0x9"),
    labels: { instance: own.instance },
    summary: "The disk of desk-1:9464 is full: visitors who send something are answered 503",
  },
  FrontDeskFilesNearLimit: {
    series: { ...one("front_desk_file_bytes", "90x20"), ...one("front_desk_file_limit_bytes", "100x20") },
    fires: [10],
    quiet: [9],
    harmless: { ...one("front_desk_file_bytes", "80x20"), ...one("front_desk_file_limit_bytes", "100x20") },
    summary: "90% of the space for files (LIMIT_FILE_MB) is used",
  },
  FrontDeskErasureBehind: {
    series: one("front_desk_erasure_backlog", "0 900-1x400"),
    fires: [361],
    quiet: [360],
    harmless: one("front_desk_erasure_backlog", "0 90x100 0 90x340 0"),
    summary: "540 inquiries and more have been past their retention for hours",
  },
  FrontDeskAuditLogGrows: {
    series: one("front_desk_audit_entries", "5+70x1500"),
    fires: [1440, 1500],
    quiet: [0, 1400],
    harmless: one("front_desk_audit_entries", "5+69x1500"),
    summary: "100800 entries were added to the audit log in a day; none is ever deleted",
  },
  FrontDeskInquiriesFail: {
    series: one("front_desk_inquiries_total", "0x10 1x20", { kind: "message", outcome: "failed" }),
    fires: [11],
    quiet: [10, 20],
    harmless: one("front_desk_inquiries_total", "0x10 1x20", { kind: "message", outcome: "refused" }),
    labels: { kind: "message" },
  },
  FrontDeskErrors: {
    series: errors(30),
    fires: [6],
    quiet: [5],
    harmless: errors(10),
    summary: "3% of the answers are errors of ours",
  },
  FrontDeskSlow: {
    series: oneInTen(responses, { route: "/contact" }, "0.5", "1"),
    fires: [11],
    quiet: [10],
    harmless: oneInTen(responses, { route: "/api/inbox/events" }, "0.5", "1"),
    summary: "One answer in a hundred takes 950ms and more",
  },
  FrontDeskStoreSlow: {
    series: oneInTen(store, { operation: "inquiries.insert" }, "0.25", "0.5"),
    fires: [11],
    quiet: [10],
    harmless: oneInTen(store, { operation: "inquiries.insert" }, "0.1", "0.25"),
    summary: "One inquiry in a hundred takes 475ms and more to be on disk",
  },
  FrontDeskEventLoopLate: {
    series: one("nodejs_eventloop_lag_p99_seconds", "0.2x20"),
    fires: [10],
    quiet: [9],
    harmless: one("nodejs_eventloop_lag_p99_seconds", "0.1x20"),
    labels: own,
    summary: "desk-1:9464 has more to do than one core can: add an instance (docs/scaling.md)",
  },
  FrontDeskOutboxStuck: {
    series: one("front_desk_outbox_oldest_seconds", "2000x20", { channel: "email" }),
    fires: [5],
    quiet: [4],
    harmless: one("front_desk_outbox_oldest_seconds", "1800x20", { channel: "email" }),
    labels: { channel: "email" },
    summary: "The team is not notified by email: the oldest message waits for 33m 20s",
  },
  FrontDeskMailboxFails: {
    series: one("front_desk_mailbox_failing", "0 1x40"),
    fires: [31, 40],
    quiet: [0, 30],
    harmless: one("front_desk_mailbox_failing", "1x20 0 1x20"),
  },
  FrontDeskMailNotTaken: {
    series: one("front_desk_untaken_mails_total", "0x10 1x100", { reason: "too-many-parts" }),
    fires: [16, 60],
    quiet: [15, 72],
    harmless: one("front_desk_untaken_mails_total", "0+1x110", { reason: "auto-reply" }),
    labels: { reason: "too-many-parts" },
    summary: "Emails of visitors were not taken (too-many-parts): each waits for the team for 30 days",
  },
  FrontDeskReplicaDown: {
    series: one("front_desk_replica_up", "1 0x20"),
    fires: [16, 20],
    quiet: [0, 15],
    harmless: one("front_desk_replica_up", "0x10 1 0x14"),
  },
  FrontDeskFilesDown: {
    series: one("front_desk_files_up", "1 0x10"),
    fires: [9],
    quiet: [0, 7],
    harmless: one("front_desk_files_up", "1 0x5 1x4"),
    labels: own,
    summary: "desk-1:9464 can neither store nor open files; visitors are asked to send their messages without them",
  },
  FrontDeskFilesSlow: {
    series: oneInFive(fileRequests, { operation: "read" }, "5", "10"),
    fires: [12, 20],
    quiet: [9],
    harmless: oneInFive(fileRequests, { operation: "read" }, "2.5", "5"),
    summary: "One of ten files takes 7.5s and more to be stored or opened",
  },
  FrontDeskOutboxGivenUp: {
    series: one("front_desk_outbox_messages", "0 2x9", { channel: "email", state: "dead" }),
    fires: [1],
    quiet: [0],
    harmless: one("front_desk_outbox_messages", "0 2x9", { channel: "email", state: "waiting" }),
    labels: { channel: "email" },
    summary: "2 messages by email were given up; Send again stands under Settings, Deliveries",
  },
  FrontDeskFlood: {
    series: one("front_desk_flood", "1x20"),
    fires: [10],
    quiet: [9],
    harmless: one("front_desk_flood", "0x20"),
  },
  FrontDeskBackupMissing: {
    series: one("front_desk_backup_missing", "1x30 stale _x4 1x30 0x30"),
    fires: [60, 65],
    quiet: [59, 90],
    harmless: one("front_desk_backup_missing", "0x90"),
  },
  FrontDeskBackupFailed: {
    series: one("front_desk_backup_failed", "1x20 stale _x4 1x10 0x30"),
    fires: [30, 36],
    quiet: [29, 60],
    harmless: one("front_desk_backup_failed", "0x60"),
  },
  // A restart, then a new backup.
  FrontDeskBackupOld: {
    series: one("front_desk_backup_age_seconds", "172740+60x5 stale _x4 60+60x30"),
    fires: [5, 10],
    quiet: [1, 30],
    harmless: one("front_desk_backup_age_seconds", "172800x30"),
    labels: own,
    summary: "The last good backup of desk-1:9464 was made 2d 0h 4m 0s ago",
  },
  FrontDeskBackupCopyOld: {
    series: one("front_desk_backup_copy_age_seconds", "172740+60x5 60x9", { to: "s3" }),
    fires: [5],
    quiet: [1, 6],
    harmless: one("front_desk_backup_copy_age_seconds", "172800x9", { to: "s3" }),
    labels: { to: "s3" },
    summary: "The newest backup that was copied elsewhere (s3) was made 2d 0h 4m 0s ago",
  },
  FrontDeskBackupCopyFails: {
    series: one("front_desk_backup_copy_failed", "1x65 0x9", { to: "hook" }),
    fires: [60, 65],
    quiet: [59, 66],
    harmless: one("front_desk_backup_copy_failed", "0x75", { to: "hook" }),
    labels: { to: "hook" },
    summary: "Backups have not been copied elsewhere (hook) for an hour",
  },
};

const folder = mkdtempSync(join(tmpdir(), "front-desk-alerts-"));
let rules: Rule[];
beforeAll(() => {
  const failed = checkers.install();
  if (failed !== undefined) throw new Error(failed);
  const [{ groups }] = documentsOf("alerts.yml") as [{ groups: Array<{ rules: Rule[] }> }];
  rules = groups.flatMap((group) => group.rules);
});
afterAll(() => rmSync(folder, { recursive: true }));

it("every alert has a case", () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it("promtool fires each alert when it should, and at no other time", ({ skip }) => {
  const promtool = provideProgram("promtool", "prometheus");
  if (promtool === undefined) return skip(missingProgram("promtool", "prometheus"));
  const tests = rules.flatMap(({ alert, labels: { severity }, annotations }) => {
    const { series, fires, quiet, harmless, labels, summary } = cases[alert] ?? expect.fail(`${alert} has no case`);
    const expected = {
      exp_labels: { severity, ...labels },
      exp_annotations: { ...annotations, ...(summary !== undefined && { summary }) },
    };
    const testOf = (input: Series, at: number[], exp_alerts: object[]) => ({
      interval: "1m",
      input_series: Object.entries(input).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: at.map((minute) => ({ eval_time: `${minute}m`, alertname: alert, exp_alerts })),
    });
    return [testOf(series, fires, [expected]), testOf(series, quiet, []), testOf(harmless, [...fires, ...quiet], [])];
  });
  const file = join(folder, "tests.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [join(import.meta.dirname, "alerts.yml")], tests }));
  const { status, stdout, stderr } = spawnSync(promtool, ["test", "rules", file], { encoding: "utf8" });
  expect(stdout + stderr).toMatch(/SUCCESS/);
  expect(status).toBe(0);
});
