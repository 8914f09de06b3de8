import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiTest, createApiTest, exampleCall } from "../testing-api.ts";
import { acceptedLanguage } from "./request-language.ts";

let api: ApiTest;
beforeAll(async () => {
  api = await createApiTest();
});
afterAll(() => api.close());

it.each([
  [undefined, "en"],
  ["", "en"],
  ["*", "en"],
  ["hi", "hi"],
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["fr, ta;q=0.5, bn;q=0.7", "bn"],
  ["hi;q=0, en", "en"],
  ["hi;q=x", "en"],
  ["HI-in", "hi"],
  ["__proto__,constructor", "en"],
  [`${"x,".repeat(5000)}hi`, "en"],
])("of Accept-Language %s is %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

it("is that of the message and of each field, whose codes stay", async () => {
  const send = async (language: string) => {
    const call = exampleCall("POST /api/contacts");
    const response = await api.send(call, { payload: {}, headers: { "accept-language": language } });
    return response.json() as Record<string, unknown>;
  };
  const [english, hindi, tamil] = [await send("en"), await send("hi-IN"), await send("ta")];
  expect(english).toMatchObject({ message: "Please correct the marked fields.", code: "fields.correct", params: {} });
  expect(hindi).toMatchObject({ code: "fields.correct", errorsCode: english["errorsCode"] });
  for (const text of [hindi["message"], ...Object.values(hindi["errors"] ?? {})]) expect(text).toMatch(/[ऀ-ॿ]/);
  // What only the team gets exists in its languages; the rest in all.
  expect(tamil["message"]).toMatch(/[஀-௿]/);
});

it("of a visitor's call is the field of its body first", async () => {
  const call = exampleCall("POST /api/contact-inquiries");
  const refused = async (payload: object, accepted: string) =>
    (await api.send(call, { payload, headers: { "accept-language": accepted } })).json().message as string;
  expect(await refused({ language: "ta" }, "hi")).toMatch(/[஀-௿]/);
  expect(await refused({}, "hi")).toMatch(/[ऀ-ॿ]/);
  expect(await refused({}, "*")).toBe("Please correct the marked fields.");
});
