import { request as send } from "node:http";

export interface Reply {
  /** 0 without a response; `body` then says why. */
  status: number;
  body: string;
}

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/** Longer than any response takes that waits for nothing. */
const patience = 10_000;

/** Sends an empty JSON object, or no body with GET. */
export function askJson(origin: string, asked: Asked): Promise<Reply> {
  const body = asked.method === "GET" ? undefined : "{}";
  const headers = body === undefined ? {} : { "content-type": "application/json", "content-length": "2" };
  return ask(origin, { ...asked, headers: { ...headers, ...asked.headers } }, body);
}

/** Sends only the head of a request whose body would be too large and of a wrong type. */
export function askHead(origin: string, asked: Asked): Promise<Reply> {
  if (asked.method === "GET") return ask(origin, asked, undefined);
  const headers = { "content-type": "text/plain", "content-length": "1000000000", ...asked.headers };
  return ask(origin, { ...asked, headers }, "never");
}

function ask(origin: string, { method, path, headers }: Asked, body: string | undefined): Promise<Reply> {
  return new Promise((resolve) => {
    const outgoing = send(origin + path, {
      method,
      agent: false,
      headers: { ...headers, "x-forwarded-proto": "https" },
    });
    const done = (status: number, text: string) => {
      clearTimeout(tooLong);
      resolve({ status, body: text });
      outgoing.destroy();
    };
    const tooLong = setTimeout(() => done(0, `no answer in ${patience / 1000} s`), patience);
    outgoing.on("error", (error) => done(0, error.message));
    outgoing.on("response", (response) => {
      const status = response.statusCode ?? 0;
      // An event stream stays open: its head is the whole response.
      if (response.headers["content-type"]?.startsWith("text/event-stream") === true) return done(status, "");
      let text = "";
      response.setEncoding("utf8").on("data", (more: string) => (text += more));
      response.on("end", () => done(status, text));
      response.on("error", () => done(status, text));
    });
    if (body === "never") outgoing.flushHeaders();
    else outgoing.end(body);
  });
}
