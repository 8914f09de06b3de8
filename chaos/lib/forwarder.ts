import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export type Forwarder = Awaited<ReturnType<typeof openForwarder>>;

/**
 * A forwarder before servers that start and stop: a load balancer, the address of the primary, or a network link. It
 * passes each new connection to the next of `targets` in turn that accepts it, and ends it with the server's.
 */
export async function openForwarder(targets: readonly number[] = []) {
  let ports = targets;
  let turn = 0;
  let isStill = false;
  const pairs = new Set<readonly [client: Socket, server: Socket]>();

  async function pass(client: Socket): Promise<void> {
    client.on("error", () => undefined);
    for (let tries = 0; tries < ports.length; tries += 1) {
      turn += 1;
      const port = ports[turn % ports.length];
      const server = connect({ port: port ?? 0, host: "127.0.0.1", noDelay: true });
      const isOpen = await once(server, "connect").then(
        () => true,
        () => false,
      );
      if (isOpen) return join(client, server);
    }
    client.destroy();
  }

  function join(client: Socket, server: Socket): void {
    server.on("error", () => undefined);
    const pair = [client, server] as const;
    if (client.destroyed) return void server.destroy();
    pairs.add(pair);
    if (!isStill) flow(pair);
    for (const [index, end] of pair.entries()) {
      end.on("close", () => {
        pairs.delete(pair);
        // Received data is passed on before the end.
        pair[1 - index]?.destroySoon();
      });
    }
  }

  function flow([client, server]: readonly [Socket, Socket]): void {
    client.pipe(server, { end: true });
    server.pipe(client, { end: true });
  }

  const listener = createServer({ allowHalfOpen: false, noDelay: true }, (client) => void pass(client));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;

  function stop(): void {
    for (const [client, server] of pairs) {
      client.unpipe(server).pause();
      server.unpipe(client).pause();
    }
  }

  function cut(): void {
    for (const pair of pairs) for (const end of pair) end.destroy();
    pairs.clear();
  }

  return {
    port,
    /** Sets the targets of new connections. */
    lead(nextPorts: readonly number[]): void {
      ports = nextPorts;
    },
    /** Stops forwarding: data in transit stays here, and is lost with `cut`. */
    stand(): void {
      isStill = true;
      stop();
    },
    /** Lets the connections that are open fall silent, and end none of them; new ones are forwarded. */
    hush: stop,
    /** Forwards the buffered data and everything after it. */
    go(): void {
      isStill = false;
      for (const pair of pairs) flow(pair);
    },
    /** Ends all connections immediately and drops their data. */
    cut,
    async close(): Promise<void> {
      listener.close();
      cut();
      await once(listener, "close");
    },
  };
}
