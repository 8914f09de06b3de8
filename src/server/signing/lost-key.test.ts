import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { settingsInputSchema } from "#contract/settings.ts";
import { english } from "../testing-message-codes.ts";
import { goodSettings } from "../testing-api.ts";
import { readConfig } from "../config.ts";
import { createServices } from "../compose.ts";
import { openSigning } from "./create-signing.ts";
import { rotateKeyFile } from "./key-file.ts";
import { openStore } from "../open-store.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-lost-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Runs the program on the files of `dataDir` while `use` runs. */
async function running<ApiResponse>(
  use: (services: Awaited<ReturnType<typeof createServices>>) => Promise<ApiResponse>,
) {
  const store = await openStore({ dataDir });
  try {
    const services = await createServices(store, readConfig({}), await openSigning({ dataDir, keyFile: undefined }));
    await services.channels.poll(true);
    return await use(services);
  } finally {
    await store.close();
  }
}

type Services = Parameters<Parameters<typeof running>[0]>[0];

const owner = { id: "asha", email: "asha@example.com", role: "owner" as const };
const add = ({ channels }: Services) =>
  channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
const seen = async ({ channels }: Services) => ({
  alarm: english((await channels.channelList()).alarm)?.message,
  values: (await channels.active()).channels.map(({ value }) => value),
});
const good = { alarm: undefined, values: ["@saffron_example"] };

it("without the list's key nothing starts; with it all is as before", async () => {
  await running(add);
  const key = readFileSync(join(dataDir, "signing-key.pem"));
  rmSync(join(dataDir, "signing-key.pem"));
  await expect(running(seen)).rejects.toThrow(/signing-key\.pem is missing, though it has signed the channels/);
  writeFileSync(join(dataDir, "signing-key.pem"), key);
  expect(await running(seen)).toEqual(good);
});

it("the key is in no other file than its own, in no encoding", async () => {
  await running(add);
  const pem = readFileSync(join(dataDir, "signing-key.pem"), "utf8");
  const { d = "" } = createPrivateKey(pem).export({ format: "jwk" });
  const secret = Buffer.from(d, "base64url");
  expect(secret).toHaveLength(32);
  const writings = [
    secret,
    ...(["hex", "base64", "base64url"] as const).map((encoding) => secret.toString(encoding)),
    pem,
  ];
  const files = readdirSync(dataDir).filter((name) => name !== "signing-key.pem");
  expect(files).toContain("front-desk.sqlite");
  for (const name of files) {
    const bytes = readFileSync(join(dataDir, name));
    for (const writing of writings) expect(bytes.includes(writing), name).toBe(false);
  }
});

it("after a lost key was replaced as documented, the list is empty and can be filled again", async () => {
  await running(add);
  rmSync(join(dataDir, "signing-key.pem"));
  rmSync(join(dataDir, "official-channels.sealed.json"));
  const alarm = expect.stringContaining("changed by something other");
  expect(await running(seen)).toEqual({ alarm, values: [] });
  expect(await running(({ channelHistory }) => channelHistory.state(owner))).toMatchObject({
    alarm: { channels: 0 },
  });
  await running(({ channels }) => channels.restore(null));
  expect(await running(seen)).toEqual({ alarm: undefined, values: [] });
  await running(add);
  expect(await running(seen)).toEqual(good);
});

it("the settings and their secrets move to another key with the command's steps", async () => {
  const place = { dataDir, keyFile: undefined };
  const asha = { id: owner.id, email: owner.email, hasSecondFactor: true };
  const input = settingsInputSchema.parse(goodSettings);
  await running(({ settings }) => settings.save(input, 0, asha));
  await running(async ({ settings, encryption }) => {
    await rotateKeyFile(place, (next) => encryption.carryOver(next));
    await encryption.purgeEarlier();
    expect(await settings.signAgain()).toBe(true);
  });
  const path = join(dataDir, "signing-key.pem");
  writeFileSync(path, readFileSync(path, "utf8").split("-----BEGIN PUBLIC KEY")[0] ?? "");
  expect(await running(({ settings }) => settings.current())).toMatchObject({
    version: 2,
    alarm: null,
    unreadable: [],
    mail: { password: goodSettings.mail.password },
  });
});

it("after a rotation that signs the list again, the old key can be removed", async () => {
  await running(add);
  await rotateKeyFile({ dataDir, keyFile: undefined });
  expect(await running(seen)).toEqual(good);
  await running(({ channels }) => channels.signAgain());
  const { keys } = await running(({ officialList }) => officialList.keys());
  expect(keys).toHaveLength(2);
  // Only the new private key remains, as after a theft of the old one.
  const path = join(dataDir, "signing-key.pem");
  writeFileSync(path, readFileSync(path, "utf8").split("-----BEGIN PUBLIC KEY")[0] ?? "");
  expect(await running(seen)).toEqual(good);
});
