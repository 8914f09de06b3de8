import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runProgram } from "../testing-program.ts";

/** `npm run restore -- s3:…` as a program, with little memory, from a bucket whose server does what it likes. */
let cwd: string;
let server: Server;
let answers: Record<"list" | "mark" | "object", (response: ServerResponse, page: number) => void>;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-hostile-restore-"));
  mkdirSync(join(cwd, "data"), { mode: 0o700 });
  answers = {
    list: (response) => response.end(page(entry(name, 500) + entry(name + mark, 90))),
    mark: (response) => response.end(JSON.stringify({ bytes: 500, sha256: "0".repeat(64) })),
    object: (response) => response.end("x".repeat(500)),
  };
  let pages = 0;
  server = createServer((request, response) => {
    const path = request.url ?? "";
    answers[path.includes("list-type") ? "list" : path.includes(mark) ? "mark" : "object"](response, (pages += 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(cwd, { recursive: true });
});

const name = "front-desk-2026-01-02T03-04-05Z.tar.age";
const mark = ".complete.json";
const page = (inside: string) => `<?xml version="1.0"?><ListBucketResult>${inside}</ListBucketResult>`;
const entry = (key: string, size: number) => `<Contents><Key>desk/${key}</Key><Size>${size}</Size></Contents>`;
const endless = (piece: string) => (response: ServerResponse) => {
  const write = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", write);
  };
  write();
};

async function restore(what: string) {
  const { child, ended } = runProgram("restore-cli", {
    cwd,
    args: [what, "--yes"],
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_OPTIONS: "--max-old-space-size=120",
      DATA_DIR: join(cwd, "data"),
      BACKUP_DIR: join(cwd, "backups"),
      BACKUP_PASSPHRASE: "a passphrase that a thief knows, too",
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      BACKUP_S3_BUCKET: "backups",
      BACKUP_S3_PREFIX: "desk",
      BACKUP_S3_ACCESS_KEY_ID: "key",
      BACKUP_S3_SECRET_ACCESS_KEY: "secret",
    },
  });
  child.stdin.end();
  return ended;
}

const outside = ["../../escaped.tar.age", `../${name}`, `${name}/../../escaped`, `x/${name}`, `${name}\u001b[2J`, ".."];

it("lists no name that leads elsewhere, or holds control characters, and restores none", async () => {
  answers.list = (response) =>
    response.end(page(outside.map((one) => entry(one, 500) + entry(one + mark, 90)).join("")));
  expect(await restore("s3:list")).toMatchObject({ code: 0, stdout: "" });
  for (const one of [...outside.slice(0, 2), "latest"])
    expect((await restore(`s3:${one}`)).stderr).toMatch(/^BACKUP_S3_BUCKET: there is no (complete )?backup .*\n$/);
  expect(readdirSync(join(cwd, "data"))).toEqual([]);
});

it.each<[string, Partial<typeof answers>, RegExp]>([
  [
    "lists a million names",
    { list: endless(entry(name, 1)) },
    /^BACKUP_S3_ENDPOINT: the server responds with what no bucket sends \(more than 8 MB\)\n$/,
  ],
  [
    "lists pages without an end",
    {
      list: (response, at) =>
        response.end(
          page(`<IsTruncated>true</IsTruncated><NextContinuationToken>n${at}</NextContinuationToken>${entry(name, 1)}`),
        ),
    },
    /^BACKUP_S3_BUCKET: the list of backups has more than 100 pages\n$/,
  ],
  [
    "says that a backup is larger than the disk",
    {
      mark: (response) => response.end(JSON.stringify({ bytes: 10 ** 15, sha256: "0".repeat(64) })),
      object: endless("x".repeat(65_536)),
    },
    /^DATA_DIR: front-desk-.* is said to have 1000 TB, and needs twice that; [\d.]+ [MGT]B are free\n$/,
  ],
  [
    "sends more than it said",
    { object: endless("x".repeat(65_536)) },
    /^BACKUP_S3_BUCKET: front-desk-.* is longer than it should be\n$/,
  ],
  [
    "sends other bytes",
    {},
    /^BACKUP_S3_BUCKET: front-desk-.* in the bucket is not what was uploaded: it is damaged, or was changed\n$/,
  ],
  [
    "says where a backup is complete without an end",
    { mark: endless("x".repeat(65_536)) },
    /^BACKUP_S3_BUCKET: front-desk-.* is longer than it should be\n$/,
  ],
  ["sends nothing", { object: (response) => response.end() }, /^BACKUP_S3_BUCKET: /],
])("ends in one line, and leaves nothing, if the bucket %s", async (_what, behavior, problem) => {
  Object.assign(answers, behavior);
  const { code, stderr } = await restore("s3:latest");
  expect(stderr).toMatch(problem);
  expect(code).toBe(1);
  expect(readdirSync(join(cwd, "data"))).toEqual([]);
  expect(existsSync(join(cwd, "escaped"))).toBe(false);
});
