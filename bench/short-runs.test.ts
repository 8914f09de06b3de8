import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { benches } from "./benches.ts";

it.for(benches.map(({ name }) => name))("the bench %s runs to its last line", { timeout: 600_000 }, async (name) => {
  const command = [...process.execArgv, join(import.meta.dirname, "main.ts"), name, "--short"];
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(code, printed).toBe(0);
  expect(printed).toContain(`## ${name}\n`);
  // A table, and nothing that only this machine lacks.
  expect(printed).toMatch(/ median .*\n/);
  console.log(printed);
});
