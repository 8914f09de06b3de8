import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BucketAwayError, BucketError, GoneError } from "./bucket-error.ts";
import { bucketVariables, openBucket } from "./bucket.ts";

/** A bucket whose server does what the test says. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let calls: string[];
let server: Server;
beforeEach(async () => {
  calls = [];
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.range ?? ""}`.trim());
    request.resume();
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = (backoff = 1) =>
  openBucket(
    {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: "desk-files",
      prefix: "desk/",
      region: "us-east-1",
      accessKeyId: "key",
      secretAccessKey: "secret",
    },
    {
      labels: bucketVariables("FILES_S3"),
      backoff,
      tries: 3,
      limits: { listing: 300, upload: 300, download: 300 },
    },
  );

async function all(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("an object that is read as a stream", () => {
  const content = randomBytes(300_000);
  const from = ({ headers }: IncomingMessage) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
  const send = (request: IncomingMessage, response: ServerResponse, end = content.length) => {
    const start = from(request);
    response.writeHead(request.headers.range === undefined ? 200 : 206, { "content-length": content.length - start });
    response.write(content.subarray(start, end), () => {
      if (end < content.length) response.destroy();
      else response.end();
    });
  };

  it("goes on where the connection has ended, and begins at a byte", async () => {
    let ends = 100_000;
    answer = (request, response) => {
      send(request, response, ends);
      ends += 100_000;
    };
    expect((await all((await open()).stream("a"))).equals(content)).toBe(true);
    expect(calls.length).toBeGreaterThan(1);
    calls = [];
    expect((await all((await open()).stream("a", 299_999))).equals(content.subarray(299_999))).toBe(true);
    expect(calls).toEqual(["GET /desk-files/desk/a bytes=299999-"]);
  });

  it("of a server that knows no ranges is none the less the wanted part", async () => {
    answer = (_request, response) => void response.writeHead(200).end(content);
    expect((await all((await open()).stream("a", 123_456))).equals(content.subarray(123_456))).toBe(true);
  });

  it("ends if the server is silent, and not while its reader is slow", async () => {
    answer = (request, response) => send(request, response);
    const pieces: Buffer[] = [];
    for await (const piece of (await open()).stream("a")) {
      pieces.push(piece);
      if (pieces.length === 1) await sleep(600);
    }
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    answer = (_request, response) => void response.writeHead(200, { "content-length": 10 }).write("half");
    const begun = performance.now();
    await expect(all((await open()).stream("a"))).rejects.toThrow(BucketAwayError);
    expect(performance.now() - begun).toBeLessThan(5000);
    answer = () => undefined;
    await expect(all((await open()).stream("a"))).rejects.toThrow(/^FILES_S3_ENDPOINT: 127\.0\.0\.1:\d+ cannot be/);
  });

  it("ends if the server sends a byte now and then, however often it is asked", async () => {
    const timers: NodeJS.Timeout[] = [];
    answer = (request, response) => {
      response.writeHead(request.headers.range === undefined ? 200 : 206);
      timers.push(setInterval(() => response.write("x"), 50));
    };
    const begun = performance.now();
    await expect(all((await open()).stream("a"))).rejects.toThrow("FILES_S3_ENDPOINT: the server sends a too slowly");
    expect(performance.now() - begun).toBeLessThan(3000);
    for (const timer of timers) clearInterval(timer);
  }, 10_000);

  it("ends if the server closes each connection after a byte", async () => {
    answer = (request, response) => {
      response.writeHead(request.headers.range === undefined ? 200 : 206, { "content-length": 100 });
      response.write("x");
      setTimeout(() => response.destroy(), 50);
    };
    const begun = performance.now();
    await expect(all((await open(100)).stream("a"))).rejects.toThrow(
      "FILES_S3_ENDPOINT: the server sends a too slowly",
    );
    expect(performance.now() - begun).toBeLessThan(5000);
  }, 10_000);

  it.each(["application/xml", "application/xml; charset=utf-8", "text/xml"])(
    "that is not there is gone if the server says so as %s",
    async (type) => {
      const say404 = (code: string) => {
        answer = (_request, response) =>
          void response
            .writeHead(404, { "content-type": type })
            .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Key>a</Key></Error>`);
      };
      say404("NoSuchKey");
      await expect(all((await open()).stream("a"))).rejects.toThrow(GoneError);
      await expect((await open()).text("a", 10)).rejects.toThrow(GoneError);
      await expect((await open()).delete("a")).rejects.toThrow(GoneError);
      say404("NoSuchBucket");
      await expect((await open()).text("a", 10)).rejects.not.toThrow(GoneError);
      await expect((await open()).text("a", 10)).rejects.toThrow(/^FILES_S3_BUCKET: there is no such bucket/);
    },
  );

  it.each([
    ["says nothing", ""],
    ["is a page", "<html><title>NoSuchKey</title></html>"],
  ])("is not gone by a 404 that %s: a proxy can have sent it", async (_what, body) => {
    answer = (_request, response) => void response.writeHead(404, { "content-type": "text/html" }).end(body);
    await expect(all((await open()).stream("a"))).rejects.toThrow(BucketAwayError);
    await expect((await open()).text("a", 10)).rejects.toThrow(BucketAwayError);
    await expect((await open()).delete("a")).rejects.toThrow(BucketAwayError);
  });

  it("that may not be read is no other fault", async () => {
    answer = (_request, response) => void response.writeHead(403).end();
    await expect(all((await open()).stream("a"))).rejects.toThrow(/^FILES_S3_ACCESS_KEY_ID: the server refuses/);
  });
});

it("gives the age of objects by the clock of their server", async () => {
  const hour = 3_600_000;
  const ahead = Date.now() + 5 * hour;
  answer = ({ url = "" }, response) => {
    const isLast = url.includes("continuation-token=next");
    const entry = (name: string, ago: number) =>
      `<Contents><Key>desk/files/${name}</Key><Size>1</Size><LastModified>${new Date(ahead - ago).toISOString()}</LastModified></Contents>`;
    const more = "<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>";
    response.writeHead(200, { date: new Date(ahead).toUTCString() });
    response.end(`<ListBucketResult>${isLast ? entry("b", 2 * hour) : entry("a", 0) + more}</ListBucketResult>`);
  };
  const pages = [];
  for await (const page of (await open()).pages("files/")) pages.push(page);
  expect(pages.flat().map(({ key, age }) => [key, Math.abs(Math.round(age / hour))])).toEqual([
    ["files/a", 0],
    ["files/b", 2],
  ]);
});

it.each([
  ["empty pages", 0, ["next"]],
  ["full pages", 1000, ["next"]],
  ["full pages, by two tokens in turn,", 1000, ["next", "other"]],
])("ends a listing whose %s never end", async (_what, count, tokens) => {
  const entries = "<Contents><Key>desk/files/a</Key></Contents>".repeat(count);
  answer = (_request, response) => {
    const token = tokens[calls.length % tokens.length];
    const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;
    response.end(`<ListBucketResult>${more}${entries}</ListBucketResult>`);
  };
  const list = async () => {
    let pages = 0;
    for await (const page of (await open()).pages("files/")) pages += page.length;
    return pages;
  };
  await list().catch((error: unknown) => expect(String(error)).toContain("more than 100 pages"));
  expect(calls.length).toBeLessThan(110);
});

describe("what a bucket keeps of deleted objects", () => {
  const xml = (name: string, inside: string) => `<?xml version="1.0"?><${name}>${inside}</${name}>`;
  const versions = (status: string) => [200, xml("VersioningConfiguration", `<Status>${status}</Status>`)] as const;
  const locked = [
    200,
    xml("ObjectLockConfiguration", "<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule></Rule>"),
  ] as const;
  const none = [404, xml("Error", "<Code>ObjectLockConfigurationNotFoundError</Code>")] as const;

  it.each([
    ["nothing", [200, xml("VersioningConfiguration", "")], none, { versions: false, locked: false }],
    ["nothing, of a server that knows neither", [501, ""], [400, ""], { versions: false, locked: false }],
    ["versions", versions("Enabled"), none, { versions: true, locked: false }],
    ["earlier versions", versions("Suspended"), none, { versions: true, locked: false }],
    ["all, while it is locked", versions("Enabled"), locked, { versions: true, locked: true }],
    ["what its key may not know", [403, ""], [403, ""], { versions: null, locked: null }],
  ] as const)("is %s", async (_what, versioning, lock, expected) => {
    answer = ({ url = "" }, response) => {
      const [status, body] = url.includes("object-lock") ? lock : versioning;
      response.writeHead(status, { "content-type": "application/xml" }).end(body);
    };
    expect(await (await open()).keeps()).toEqual(expected);
  });

  it("is not known while its server fails", async () => {
    answer = (_request, response) => void response.writeHead(500).end();
    await expect((await open()).keeps()).rejects.toThrow(BucketAwayError);
    answer = (_request, response) => void response.writeHead(301).end();
    await expect((await open()).keeps()).rejects.toThrow(BucketError);
  });
});

it("ends its calls with their signal", async () => {
  answer = () => undefined;
  const bucket = await open();
  const begun = performance.now();
  await expect(bucket.until(AbortSignal.timeout(50), () => bucket.put("a", "b"))).rejects.toThrow(BucketAwayError);
  expect(performance.now() - begun).toBeLessThan(290);
});
