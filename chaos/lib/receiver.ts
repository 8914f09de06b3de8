import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { owner } from "./server.ts";
import { type Line, none } from "./table.ts";

export type Delivered = ReturnType<Receiver["compare"]>;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A real webhook receiver that counts each notification once by its id, as documented. */
export async function startReceiver() {
  const ids = new Set<string>();
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      calls += 1;
      ids.add(String(request.headers["webhook-id"]));
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls: () => calls,
    /** Compares what was received with the expected notifications. */
    compare(messages: readonly string[]) {
      const wanted = new Set(messages);
      return {
        messages: wanted.size,
        calls,
        missing: [...wanted].filter((id) => !ids.has(id)).length,
        unknown: [...ids].filter((id) => !wanted.has(id)).length,
      };
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sets up a webhook to `url` for each inquiry. */
export async function setUpWebhook(origin: string, url: string): Promise<void> {
  const send = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const session = await send("POST", "session", owner);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const input = { retentionDays: 180, acknowledge: false, says: "reference", mail: null, telegram: null };
  await send("PUT", "settings", { ...input, webhook: { url } }, { cookie, "if-match": '"0"' });
}

/** The table lines about delivery. */
export function deliveryLines({ messages, calls, missing, unknown }: Delivered): Line[] {
  return [
    { name: "messages in the outbox", figure: messages },
    { name: "  calls of the receiver for them", figure: calls },
    none("  that never came to the receiver", missing),
    none("  that came and are of nothing kept", unknown),
  ];
}
