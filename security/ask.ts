import { type Agent, request as send } from "node:http";
import type { HostileRequest } from "./hostile.ts";

export interface ApiResponse {
  status: number;
  contentType: string;
  body: string;
}

/** Sends a request over a keep-alive connection. Reads the response body as text, up to 1 MB. */
export function ask(
  origin: string,
  agent: Agent,
  request: HostileRequest,
  cookie: string | undefined,
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const headers = {
      ...request.headers,
      "x-forwarded-proto": "https",
      ...(cookie === undefined ? {} : { cookie }),
      ...(request.body === undefined ? {} : { "content-length": Buffer.byteLength(request.body) }),
    };
    const outgoing = send(
      { hostname, port, agent, method: request.method, path: request.path, headers },
      (response) => {
        const done = (body: string) =>
          resolve({ status: response.statusCode ?? 0, contentType: response.headers["content-type"] ?? "", body });
        // An event stream stays open: its head is all there is to check.
        if (response.headers["content-type"]?.startsWith("text/event-stream") === true) {
          response.destroy();
          return done("");
        }
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (body.length < 1_000_000 ? (body += chunk) : undefined));
        response.on("end", () => done(body));
        response.on("error", reject);
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection before it read any of this request, so a retry is safe.
      if (outgoing.reusedSocket && error.code === "ECONNRESET") resolve(ask(origin, agent, request, cookie));
      else reject(error);
    });
    outgoing.end(request.body);
  });
}
