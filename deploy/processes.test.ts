import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingProgram, provideProgram } from "../scripts/programs/debian.js";
import { freePort } from "#server/testing-program.ts";
import { processes, usualLimits } from "#server/untrusted-input/untrusted-input.ts";
import { checkers, documentsOf, fileOf } from "./checks.ts";
import { mailWithFiles, openDesk, owner, readersBelow } from "./testing-desk.ts";
import { bootSystemd, canBootSystemd, type Systemd } from "./testing-systemd.ts";

const megabyte = 1024 * 1024;

describe("each way to run it leaves room for the processes that read what strangers send", () => {
  /** Resident memory of the server while the largest emails are pushed (decision 83), and of a backup. */
  const server = 370 * megabyte;
  const backup = 100 * megabyte;
  const needed = server + backup + processes * usualLimits.memory;
  /** Threads of the server, of two readers and of a backup's process: 60 with eight processors. */
  const threads = 100;

  const unit = fileOf("front-desk.service");
  const limitOf = (name: string) => new RegExp(`^${name}=(\\d+)([KMG]?)`, "m").exec(unit);
  const sizes = { "": 1, K: 1024, M: megabyte, G: 1024 * megabyte };
  const bytesOf = (text: string) => {
    const [, count, size = ""] = /^(\d+)([kmg]?)i?$/i.exec(text) ?? [];
    return Number(count) * (sizes[size.toUpperCase() as keyof typeof sizes] ?? Number.NaN);
  };

  it("the systemd unit, whose other processes stay when the kernel ends one", () => {
    expect(unit).toMatch(/^OOMPolicy=continue$/m);
    for (const name of ["MemoryMax", "MemoryHigh"]) {
      const [, count = "Infinity", size = ""] = limitOf(name) ?? [];
      expect(Number(count) * sizes[size as keyof typeof sizes], name).toBeGreaterThanOrEqual(needed);
    }
    for (const name of ["TasksMax", "LimitNPROC"])
      expect(Number(limitOf(name)?.[1] ?? Infinity), name).toBeGreaterThanOrEqual(threads);
  });

  it("compose.yaml and the Kubernetes manifests", () => {
    checkers.install();
    const { services } = documentsOf("compose.yaml")[0] as {
      services: { desk: { mem_limit: string; pids_limit: number; tmpfs: string[] } };
    };
    expect(bytesOf(services.desk.mem_limit)).toBeGreaterThanOrEqual(needed);
    expect(services.desk.pids_limit).toBeGreaterThanOrEqual(threads);
    // SQLite writes temporary files, and the root is read-only.
    expect(services.desk.tmpfs).toContain("/tmp");
    const limits = [...fileOf("kubernetes/deployment.yaml").matchAll(/limits: \{.*memory: (\w+) \}/g)];
    expect(limits).toHaveLength(1);
    expect(bytesOf(limits[0]?.[1] ?? "")).toBeGreaterThanOrEqual(needed);
  });
});

/** If namespaces cannot be made, scripts/install-service.test.js still checks the unit's syntax. */
if (canBootSystemd)
  describe("under systemd", () => {
    let systemd: Systemd;
    let port: number;
    beforeAll(async () => {
      if (provideProgram("systemctl", "systemd") === undefined) throw new Error(missingProgram("systemctl", "systemd"));
      systemd = await bootSystemd();
      port = await freePort();
      const settings = { HOST: "127.0.0.1", PORT: port, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
      systemd.run("mkdir", "-p", "/etc/front-desk");
      systemd.run("sh", "-c", `printf '%s\\n' "$@" > /etc/front-desk/environment`, "sh", ...lines);
      const install = ["-C", resolve("."), process.execPath, "scripts/install-service.js"];
      const { status, stderr } = systemd.run("env", ...install);
      const why = status === 0 ? "" : stderr + systemd.run("systemctl", "status", "front-desk").stdout;
      expect({ status, why }).toEqual({ status: 0, why: "" });
    }, 300_000);
    afterAll(() => systemd.end());

    it("the installed service takes a form with a picture, and an email with a picture and a PDF", async () => {
      const origin = `http://127.0.0.1:${port}`;
      const isReady = () =>
        fetch(`${origin}/livez`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isReady).toBe(true);
      const desk = await openDesk(origin);
      expect(await desk.sendForm()).toBe(201);
      expect(await desk.push(await mailWithFiles())).toBe("inquiry");
      const { query, attachments } = await desk.newest();
      expect(query).toContain("Café closed");
      expect(attachments).toMatchObject([{ type: "image/webp", name: "shot.png" }, { type: "application/pdf" }]);

      const readers = readersBelow(systemd.processOf("front-desk"));
      expect(readers).toMatchObject([{ nice: 10 }]);
      const score = (pid: number) => readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim();
      expect(score(readers[0]?.pid ?? 0)).toBe("1000");
    });
  });
