import { expect, it } from "vitest";
import { createSettingsSecrets, sealedIn, withSealed } from "./settings-secrets.ts";

const secrets = createSettingsSecrets({
  encrypt: async (text) => `encrypted ${text}`,
  decrypt: async (text) => text.replace("encrypted ", ""),
});
const backups = { folder: "/backups", passphrase: "made here", secretAccessKey: "" };
const mail = { host: "mail.example.com", user: "desk", password: "of the mailbox" };

it("come through a change by an instance of 0.2.0, which knows those of mail, webhook and Telegram only", async () => {
  const stored = await secrets.encrypted({ mail, backups });
  expect(JSON.stringify(stored)).not.toMatch(/"(made here|of the mailbox)"/);
  // It knows no other part of the settings, and leaves it as it is.
  const { "mail.password": password } = stored["sealed"] as Record<string, unknown>;
  const saved = { ...stored, retentionDays: 30, sealed: { "mail.password": password } };
  expect((await secrets.opened(saved)).value).toEqual({ mail, backups, retentionDays: 30 });
});

it("of later versions stay, whatever this one saves", async () => {
  const later = { "backups.later": "encrypted by 0.4", "calls.token": "encrypted by 0.4" };
  const first = await secrets.encrypted({ mail });
  const stored = withSealed(first, { ...sealedIn(first), ...later });
  const { value: before } = await secrets.opened(stored);
  const kept = secrets.kept({ ...before, backups }, before, stored);
  expect(sealedIn(await secrets.encrypted(kept))).toEqual({
    ...later,
    "mail.password": "encrypted of the mailbox",
    "backups.passphrase": "encrypted made here",
  });
});

it("go with their section", async () => {
  const stored = await secrets.encrypted({ mail, backups });
  const { value: before } = await secrets.opened(stored);
  const kept = secrets.kept({ mail, backups: null }, before, stored);
  expect(await secrets.encrypted(kept)).toEqual({
    mail: { ...mail, password: "" },
    backups: null,
    sealed: { "mail.password": "encrypted of the mailbox" },
  });
});
