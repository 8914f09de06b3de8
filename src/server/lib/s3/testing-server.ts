import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { S3mini } from "s3mini";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { missingProgram, provideProgram } from "../../../../scripts/programs/debian.js";
import { freePort } from "../../testing-program.ts";

/**
 * Fault that a proxy makes of a request: a status, `gone` (as for an object that does not exist), `cut`, `hold`, `drip`
 * (a byte a second until the fault is another one), or a changed byte of its body. Otherwise the request goes on; with
 * `lose`, its response gets lost.
 */
export type Fault = number | "gone" | "cut" | "hold" | "drip" | "corrupt" | "lose" | undefined;

const parts = ["account", "container", "object", "proxy"] as const;
type Part = (typeof parts)[number];

/** Runs Swift's servers in one process, which starts in a fraction of the time of four. */
const program = `
import os, sys
from swift.common.utils import eventlet_monkey_patch
eventlet_monkey_patch()
import eventlet
from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
places = {name: int(port) for name, port in [arg.split(":") for arg in sys.argv[1:]]}
for name in ("account", "container", "object"):
    ring = RingBuilder(1, 1, 0)
    address = {"ip": "127.0.0.1", "port": places[name]}
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", **address})
    ring.rebalance()
    ring.get_ring().save(name + ".ring.gz")
servers = []
for name, port in places.items():
    socket = eventlet.listen(("127.0.0.1", port))
    servers.append(eventlet.spawn(wsgi.server, socket, loadapp(os.path.abspath(name + ".conf")), log_output=False))
print("ready", flush=True)
for server in servers: server.wait()
`;

const credentials = { accessKeyId: "desk:backups", secretAccessKey: "a-secret-of-the-tests" };

/** The middleware of a proxy server that speaks S3, in its order. */
const middleware = {
  catch_errors: "use = egg:swift#catch_errors",
  cache: "use = egg:swift#memcache",
  listing_formats: "use = egg:swift#listing_formats",
  s3api: "use = egg:swift#s3api",
  tempauth: `use = egg:swift#tempauth\nuser_${credentials.accessKeyId.replace(":", "_")} = ${credentials.secretAccessKey} .admin`,
  slo: "use = egg:swift#slo",
  dlo: "use = egg:swift#dlo",
  versioned_writes: "use = egg:swift#versioned_writes\nallow_object_versioning = true",
  symlink: "use = egg:swift#symlink",
};

/**
 * Test helper: starts OpenStack Swift (Debian's packages) as an S3 server, with a proxy in front that can fail. `fault`
 * sees each request before it goes on, `passed` once the server has handled it.
 */
export async function startS3(
  fault: (request: IncomingMessage) => Fault | Promise<Fault> = () => undefined,
  passed: (request: IncomingMessage) => void = () => undefined,
) {
  const packages = { "swift-account-server": "swift-account", "swift-container-server": "swift-container" };
  const all = { ...packages, "swift-object-server": "swift-object", "swift-proxy-server": "swift-proxy" };
  for (const [file, name] of Object.entries(all))
    if (provideProgram(file, name) === undefined) throw new Error(missingProgram(file, name));
  const cwd = mkdtempSync(join(tmpdir(), "front-desk-s3-"));
  mkdirSync(join(cwd, "devices/disk"), { recursive: true });
  const ports = { account: 0, container: 0, object: 0, proxy: 0 };
  for (const part of parts) ports[part] = await freePort();
  for (const part of parts) writeFileSync(join(cwd, `${part}.conf`), configOf(part, cwd));
  const places = Object.entries(ports).map(([part, port]) => `${part}:${port}`);
  const child = spawn("/usr/bin/python3", ["-c", program, ...places], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const [ready] = (await Promise.race([once(child.stdout, "data"), once(child, "exit")])) as [unknown];
  if (!Buffer.isBuffer(ready)) throw new Error("the S3 server did not start");

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming;
    const body = await buffer(incoming);
    const what = await fault(incoming);
    if (what === "hold") return;
    if (what === "cut") return void incoming.socket.destroy();
    if (what === "drip") return drip(incoming, outgoing);
    if (what === "gone") return void outgoing.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    if (typeof what === "number") return void outgoing.writeHead(what).end();
    if (what === "corrupt") body[100] = ~(body[100] ?? 0);
    const onward = request({ port: ports.proxy, method, path, headers }, (response) => {
      passed(incoming);
      if (what === "lose") return void incoming.socket.destroy();
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy()).end(body);
  }
  function drip(incoming: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.writeHead(200);
    const next = async () => {
      if ((await fault(incoming)) === "drip") outgoing.write(" ");
      else outgoing.destroy();
    };
    const timer = setInterval(() => void next(), 1000);
    outgoing.on("close", () => clearInterval(timer));
  }
  const proxy = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  return {
    endpoint,
    ...credentials,
    /** Creates a bucket, and gives a client that changes it as a stranger could. */
    async create(bucket: string) {
      const s3 = new S3mini({
        ...credentials,
        endpoint: `http://127.0.0.1:${ports.proxy}/${bucket}`,
        region: "us-east-1",
      });
      if (!(await s3.createBucket())) throw new Error(`the bucket ${bucket} could not be made`);
      return s3;
    },
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      child.kill();
      await once(child, "exit");
      rmSync(cwd, { recursive: true });
    },
  };
}

/** Starts the S3 server for the tests of a file. `fault` is what its proxy does, and is none before each test. */
export function useFaultyS3() {
  let started: Awaited<ReturnType<typeof startS3>> | undefined;
  const none = (): Fault => undefined;
  const server = {
    ...credentials,
    fault: none as (request: IncomingMessage) => Fault | Promise<Fault>,
    endpoint: "",
    create(bucket: string): Promise<S3mini> {
      if (started === undefined) throw new Error("the S3 server has not started yet");
      return started.create(bucket);
    },
  };
  beforeAll(async () => {
    started = await startS3((incoming) => server.fault(incoming));
    server.endpoint = started.endpoint;
  });
  beforeEach(() => void (server.fault = none));
  afterAll(() => started?.stop());
  return server;
}

function configOf(part: Part, cwd: string): string {
  const server = `${part}-server`;
  const filters = part === "proxy" ? Object.entries(middleware) : [];
  return [
    `[DEFAULT]\nswift_dir = ${cwd}\ndevices = ${cwd}/devices\nmount_check = false\nlog_level = CRITICAL`,
    `[pipeline:main]\npipeline = ${[...filters.map(([name]) => name), server].join(" ")}`,
    `[app:${server}]\nuse = egg:swift#${part}\n${part === "proxy" ? "account_autocreate = true" : ""}`,
    ...filters.map(([name, settings]) => `[filter:${name}]\n${settings}`),
  ].join("\n");
}
