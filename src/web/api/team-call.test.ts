import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "./api-client.ts";
import { call } from "./team-call.ts";

const page = vi.hoisted(() => ({ language: "hi" }));
vi.mock("#copy/locale/language.ts", () => page);
vi.mock("./server-texts.ts", () => ({ serverText: (text: string) => `Hindi: ${text}` }));
afterEach(() => {
  vi.unstubAllGlobals();
  page.language = "hi";
});

/** The next call gets this. */
function answerWith(answer: unknown, init?: ResponseInit) {
  vi.stubGlobal("fetch", async () => Response.json(answer, init));
}

it("puts what the server says into the page's language, at any depth, and nothing else", async () => {
  answerWith({
    message: "Done.",
    alarm: { message: "Changed." },
    list: [{ problem: "Refused.", text: "Done." }],
    problem: null,
  });
  expect(await call("GET", "/example")).toEqual({
    message: "Hindi: Done.",
    alarm: { message: "Hindi: Changed." },
    list: [{ problem: "Hindi: Refused.", text: "Done." }],
    problem: null,
  });
});

it("does so for a refusal, whose status, other fields and wait stay", async () => {
  const problem = { message: "Wrong.", errors: { name: "Short." }, needs: "proof", current: { text: "Wrong." } };
  answerWith(problem, { status: 429, headers: { "retry-after": "7" } });
  const error: unknown = await call("GET", "/example").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 429,
    retryAfter: 7,
    serverMessage: "Hindi: Wrong.",
    errors: { name: "Hindi: Short." },
    problem: { needs: "proof", current: { text: "Wrong." } },
  });
});

it("leaves a page in English as it is", async () => {
  page.language = "en";
  answerWith({ message: "Done." });
  expect(await call("GET", "/example")).toEqual({ message: "Done." });
});
