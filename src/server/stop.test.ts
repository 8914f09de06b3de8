import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startServer } from "./testing-program.ts";
import { version } from "./version.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-stop-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

it.each(["SIGTERM", "SIGHUP"] as const)(
  "%s waits for no connection without a request, and exits with 0",
  async (signal) => {
    const { origin, ended, signal: send } = await startServer({ cwd, env: { LIMIT_SHUTDOWN_SECONDS: "20" } });
    const { port } = new URL(origin);
    const request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // One that has sent nothing, one half of a request, one a request, and one the half of its second.
    const sockets = await Promise.all(
      ["", request.slice(0, 30), request, request + request.slice(0, 30)].map(async (text) => {
        const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
        await once(socket, "connect");
        socket.write(text);
        if (text.length > 30) await once(socket, "data");
        return socket;
      }),
    );
    const before = Date.now();
    send(signal);
    const { stdout, stderr, code } = await ended;
    expect([stderr, code]).toEqual(["", 0]);
    expect(Date.now() - before).toBeLessThan(10_000);
    const lines = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "started", version, schema: expect.stringMatching(/^\d/) }),
    );
    expect(lines.at(-1)).toMatchObject({ msg: "stopping", version, cause: signal });
    for (const socket of sockets) socket.destroy();
  },
);
