import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { backupName } from "#server/backup/stored-backups.ts";
import { samplesOf } from "#server/metrics/testing.ts";
import { createTestApp } from "#server/testing.ts";
import { documentsOf, fileOf, checkers } from "./checks.ts";

// The PromQL parser may have to be installed first.
vi.setConfig({ hookTimeout: 300_000 });

interface Node {
  name: string;
  from: number;
  to: number;
}
interface Parser {
  parse(text: string): { iterate(visitor: { enter: (node: Node) => void }): void };
}

/** The metric names of a query and the labels it uses, each with its metric. @throws if it is not PromQL */
function read(query: string) {
  const { parser } = checkers.load("@prometheus-io/lezer-promql") as { parser: Parser };
  const metrics: string[] = [];
  const labels: Array<{ metric: string; label: string; value: string | undefined }> = [];
  const grouped: string[] = [];
  let isGrouping = false;
  parser.parse(query).iterate({
    enter({ name, from, to }) {
      const text = query.slice(from, to);
      if (name === "⚠") throw new Error(`no PromQL at ${from}: ${query}`);
      if (name === "GroupingLabels") isGrouping = true;
      if (name.endsWith("Matchers") || name === "FunctionCallBody") isGrouping = false;
      if (name === "VectorSelector") metrics.push(/^[\w:]+/.exec(text)?.[0] ?? "");
      if (name === "LabelName" && isGrouping) grouped.push(text);
      if (name === "UnquotedLabelMatcher") {
        const [, label = "", operator, value] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text) ?? [];
        labels.push({ metric: metrics.at(-1) ?? "", label, value: operator === "=" ? value : undefined });
      }
    },
  });
  return { metrics, labels, grouped };
}

/** The real output after everything that creates a label has happened. */
let output: string;
beforeAll(async () => {
  const failed = checkers.install();
  if (failed !== undefined) throw new Error(failed);
  const token = "a-token-of-the-tests";
  const folder = mkdtempSync(join(tmpdir(), "front-desk-metrics-"));
  const test = await createTestApp({
    env: { METRICS_TOKEN: token, DATA_DIR: folder, BACKUP_DIR: folder, BACKUP_HOOK: "/bin/true" },
  });
  writeFileSync(join(folder, backupName(test.clock.now(), true)), "");
  await test.services.backups.runDue();
  await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
  await test.app.inject({ method: "POST", url: "/api/session", payload: { email: "", password: "" } });
  const cookie = await test.signIn();
  await test.app.inject({ url: "/api/contact-inquiries", headers: { cookie } });
  // The garbage collector's labels appear with the first collection.
  for (let times = 0; times < 200; times += 1) await test.app.inject("/contact");
  await vi.waitFor(
    async () => {
      output = (await test.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } })).body;
      expect(output).toContain("nodejs_gc_duration_seconds_sum");
    },
    { timeout: 15_000 },
  );
  await test.close();
  rmSync(folder, { recursive: true });
});

/** The labels that Prometheus adds to each metric. */
const added = new Set(["job", "instance"]);

function expectReal(query: string): void {
  // The variables that Grafana fills in.
  const filled = query.replaceAll("$__rate_interval", "5m").replaceAll('"$instance"', '".*"');
  const { metrics, labels, grouped } = read(filled);
  expect(metrics, query).not.toEqual([]);
  const samples = samplesOf(output);
  // A metric without a value right now, such as a backup's age, still has its HELP line.
  const described = [...output.matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name);
  const names = new Set(["up", ...described, ...samples.map(({ name }) => name)]);
  for (const name of metrics) expect(names, query).toContain(name);
  for (const { metric, label, value } of labels.filter((each) => !added.has(each.label))) {
    const values = samples.filter(({ name }) => name === metric).map((sample) => sample.labels[label]);
    expect(
      values.filter((each) => each !== undefined),
      `${label} in ${query}`,
    ).not.toEqual([]);
    if (value !== undefined) expect(values, query).toContain(value);
  }
  for (const label of grouped.filter((each) => !added.has(each))) {
    const isThere = samples.some(({ name, labels: own }) => metrics.includes(name) && label in own);
    expect(isThere, `${label} in ${query}`).toBe(true);
  }
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

function alerts(): Rule[] {
  const [{ groups }] = documentsOf("alerts.yml") as [{ groups: Array<{ rules: Rule[] }> }];
  return groups.flatMap(({ rules }) => rules);
}

it("every alert queries metrics that the server exports", () => {
  const rules = alerts();
  expect(rules.length).toBeGreaterThan(10);
  for (const { expr, annotations } of rules) {
    expectReal(expr);
    expect(annotations.summary).not.toBe("");
  }
});

it("every panel queries metrics that the server exports, and together they show all of our own", () => {
  interface Panel {
    title: string;
    type: string;
    targets?: Array<{ expr: string }>;
  }
  const { panels } = JSON.parse(fileOf("grafana-dashboard.json")) as { panels: Panel[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(15);
  for (const query of queries) expectReal(query);
  const own = [...output.matchAll(/^# HELP (front_desk_\w+) /gm)].map(([, name = ""]) => name);
  expect(own.filter((name) => !queries.some((query) => query.includes(name)))).toEqual([]);
});

it("rejects a wrong name, label and query", () => {
  expect(() => expectReal("rate(front_desk_request_total[5m])")).toThrow();
  expect(() => expectReal('front_desk_inquiries_total{result="failed"}')).toThrow();
  expect(() => expectReal('front_desk_inquiries_total{outcome="fails"}')).toThrow();
  expect(() => expectReal("sum by (path) (front_desk_store_up)")).toThrow();
  expect(() => expectReal("sum by (route (front_desk_store_up)")).toThrow();
});

const guide = readFileSync("docs/operating.md", "utf8");

it("docs/operating.md describes each of our own, and no other", () => {
  const own = [...output.matchAll(/^# HELP (front_desk_\w+) /gm)].map(([, name = ""]) => name);
  expect(
    [...new Set(guide.match(/front_desk_\w+/g))].filter((name) => name !== "front_desk_example").toSorted(),
  ).toEqual(own.toSorted());
});

it("each document names metrics, labels, operations and alerts that there are", () => {
  const known = alerts().map(({ alert }) => alert);
  const documents = globSync(["*.md", "{docs,chaos,bench,deploy,src}/**/*.md", "deploy/**/*.yaml"]);
  expect(documents.length).toBeGreaterThan(100);
  const operations = samplesOf(output).map(({ labels: { operation } }) => operation);
  const found = { metrics: 0, labels: 0, operations: 0, alerts: 0 };
  for (const file of documents) {
    const text = readFileSync(file, "utf8");
    for (const [metric] of text.matchAll(/front_desk_(?!example)\w+(\{[^}]*\})?/g)) {
      // The samples of a histogram have names of their own.
      expectReal(metric.replace("_duration_seconds{", "_duration_seconds_count{"));
      found[metric.includes("{") ? "labels" : "metrics"] += 1;
    }
    for (const [, operation = ""] of text.matchAll(/`operation="([^"]*)"`/g)) {
      expect(operations, file).toContain(operation);
      found.operations += 1;
    }
    for (const [alert] of text.matchAll(/\bFrontDesk[A-Z]\w+/g)) {
      expect(known, file).toContain(alert);
      found.alerts += 1;
    }
  }
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(0);
});

it("docs/operating.md lists each alert with its severity, and has what the alerts refer to", () => {
  const rows = guide.matchAll(/^\| `(FrontDesk\w+)` +\| (\w+)/gm);
  const listed = Array.from(rows, ([, alert, severity]) => `${alert} ${severity}`);
  const there = alerts().map(({ alert, labels: { severity } }) => `${alert} ${severity}`);
  expect(listed.toSorted()).toEqual(there.toSorted());
  const headings = { operating: guide, scaling: readFileSync("docs/scaling.md", "utf8") };
  const references = [...fileOf("alerts.yml").matchAll(/docs\/(operating|scaling)\.md, ([A-Z][A-Za-z ]+)/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, document, heading] of references)
    expect(headings[document as keyof typeof headings]).toMatch(new RegExp(`^#+ ${heading}$`, "m"));
});
