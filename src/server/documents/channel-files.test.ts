import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelInput } from "#contract/channels/channel.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { readCode } from "./testing-code.ts";

const whatsapp: ChannelInput = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "Deposits" };
const email: ChannelInput = { type: "email", value: "team@example.com", isActive: true, proof: "" };

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
});
afterEach(() => test.close());

async function idOf(value: string): Promise<string> {
  const channels = await test.services.channels.list();
  return channels.find((channel) => channel.value === value)?._id ?? "none";
}

describe("the QR code of a channel", () => {
  it("opens what its link opens, and is cached with revalidation", async () => {
    await test.services.channels.add(whatsapp);
    await test.services.channels.add(email);
    for (const [value, href] of [
      [whatsapp.value, "https://wa.me/919000000001"],
      [email.value, "mailto:team@example.com"],
    ] as const) {
      const response = await test.app.inject(`/qr/${await idOf(value)}.svg`);
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
      expect(response.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, must-revalidate");
      expect(readCode(response.body)).toBe(href);
    }
  });

  it("is resent only when changed", async () => {
    await test.services.channels.add(whatsapp);
    const url = `/qr/${await idOf(whatsapp.value)}.svg`;
    const { headers } = await test.app.inject(url);
    const again = await test.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  it.each(["none", "", "..%2Fcontact", "__proto__"])("does not exist for the id %j", async (id) => {
    await test.services.channels.add(whatsapp);
    expect((await test.app.inject(`/qr/${id}.svg`)).statusCode).toBe(404);
  });

  it("does not exist for deleted and inactive channels", async () => {
    await test.services.channels.add(whatsapp);
    const id = await idOf(whatsapp.value);
    const status = async () => (await test.app.inject(`/qr/${id}.svg`)).statusCode;
    expect(await status()).toBe(200);
    await test.services.channels.change({ id, fields: { isActive: false } });
    expect(await status()).toBe(404);
    await test.services.channels.change({ id, fields: { isActive: true } });
    expect(await status()).toBe(200);
    await test.services.channels.remove(id);
    expect(await status()).toBe(404);
  });
});

it("none exists while all channels are hidden", async () => {
  await test.services.channels.add(whatsapp);
  const urls = ["/contact.vcf", "/hi/contact.vcf", `/qr/${await idOf(whatsapp.value)}.svg`];
  const statuses = () => Promise.all(urls.map(async (url) => (await test.app.inject(url)).statusCode));
  expect(await statuses()).toEqual([200, 200, 200]);
  await test.services.channels.setHidden(true, null);
  expect(await statuses()).toEqual([404, 404, 404]);
});

describe("the entry for a phone book", () => {
  it("is a download, and follows the channels", async () => {
    expect((await test.app.inject("/contact.vcf")).statusCode).toBe(404);
    await test.services.channels.add({ ...whatsapp, type: "telegram", value: "@saffron_example" });
    expect((await test.app.inject("/contact.vcf")).statusCode).toBe(404);
    await test.services.channels.add(whatsapp);
    const response = await test.app.inject("/contact.vcf");
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/vcard; charset=utf-8");
    expect(response.headers["content-disposition"]).toBe('attachment; filename="contact.vcf"');
    expect(response.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, must-revalidate");
    expect(response.headers.etag).toMatch(/^W\//);
    expect(response.body).toContain("FN:Saffron Support\r\n");
    expect(response.body).toContain(":tel:+919000000001\r\n");
    expect(response.body).toContain("UID:https://desk.example.com/contact.vcf\r\n");

    await test.services.channels.add(email);
    const after = await test.app.inject({ url: "/contact.vcf", headers: { "accept-encoding": "br" } });
    expect(brotliDecompressSync(after.rawPayload).toString()).toContain("EMAIL;TYPE=work:team@example.com\r\n");
    expect(after.headers.etag).not.toBe(response.headers.etag);
  });

  it("says the language of a text only where it is known", async () => {
    await test.services.channels.add({ ...whatsapp, proof: "हिन्दी में सहायता" });
    await test.services.channels.add({ ...email, proof: "Answers within a day" });
    const unfolded = (await test.app.inject("/ta/contact.vcf")).body.replaceAll("\r\n ", "");
    expect(unfolded).toMatch(/^NOTE;LANGUAGE=ta:/m);
    expect(unfolded).toMatch(/^NOTE;LANGUAGE=en:.*Answers within a day\r$/m);
    expect(unfolded).toMatch(/^NOTE:.*हिन्दी में सहायता\r$/m);
  });
});
