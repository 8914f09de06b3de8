import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import { goodInquiry } from "../testing-api.ts";
import { startServer } from "../testing-program.ts";

it("the built program has its input process: a picture is taken, and the server still ends by itself", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "front-desk-input-"));
  try {
    const { origin, signal, ended } = await startServer({ cwd, env: { LOG_LEVEL: "silent" } });
    const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: "#fa3" } });
    const form = new FormData();
    for (const [name, value] of Object.entries(goodInquiry)) form.set(name, value);
    form.set(attachmentField, new Blob([await picture.png().toBuffer()]), "screenshot.png");
    const sent = await fetch(`${origin}/api/contact-inquiries`, { method: "POST", body: form });
    expect(sent.status, await sent.text()).toBe(201);
    signal("SIGTERM");
    expect((await ended).code).toBe(0);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
