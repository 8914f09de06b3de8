import { Agent, type OutgoingHttpHeaders, request } from "node:http";

export type Browser = ReturnType<typeof openBrowser>;

/** A response with its whole text. `status` 0: the connection ended without one. */
export interface Reply {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Milliseconds that a response is awaited. */
const timeoutMs = 30_000;

/** A browser: it sends one request at a time, over a connection that it keeps for as long as the server does. */
export function openBrowser(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask(method: string, path: string, body?: object | URLSearchParams, more: OutgoingHttpHeaders = {}): Promise<Reply> {
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      const sent = body === undefined || isForm ? body?.toString() : JSON.stringify(body);
      const headers = { ...(sent !== undefined && { "content-type": type }), ...more };
      return new Promise((resolve) => {
        const failed = (error: Error) => resolve({ status: 0, text: error.message, headers: {} });
        const sending = request({ host: "127.0.0.1", port, agent, method, path, headers }, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.on("error", failed);
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
        });
        sending.on("error", failed);
        sending.setTimeout(timeoutMs, () => sending.destroy(new Error(`nothing within ${timeoutMs} ms`)));
        sending.end(sent);
      });
    },

    close: (): void => agent.destroy(),
  };
}
