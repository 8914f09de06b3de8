import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "./config.ts";
import { createConnectionCap } from "./connection-cap.ts";
import { createPipelineCap } from "./pipeline-cap.ts";
import { createRequestCap } from "./request-cap.ts";
import { createNetworkKeys } from "./services/network-keys.ts";
import { closeQuietly } from "./quiet-close.ts";
import { createTurns } from "./turns.ts";
import { createWaitingLine } from "./waiting-line.ts";

/** Of the counts and `stallSeconds`, 0 lifts one. */
export interface HttpLimits {
  /** For each network, and how many more at once after a quiet time. */
  requestsPerSecond: number;
  requestBurst: number;
  /** Open at once. */
  connections: number;
  connectionsPerNetwork: number;
  /** Requests on one connection that wait for their answers; each would take files and memory at once. */
  pipelined: number;
  /** How long the headers of a request may take to arrive, and the whole of it. */
  headerSeconds: number;
  requestSeconds: number;
  /** How long a connection may stay open between two requests. */
  idleSeconds: number;
  /** How long an answer may find nobody who takes more of it. */
  stallSeconds: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Behind the door, the network that asks is known. */
export type DoorHandler = (request: IncomingMessage, response: ServerResponse, network: string) => void;

/** What was held off at the door since the start; no address is kept. */
export interface HeldOff {
  requests: number;
  connections: number;
}

/** Timeouts are looked at this often; the default of 30 s would leave a slow socket as much longer. */
const lookEvery = 1000;

/**
 * Makes the server under the app: one that lets nobody hold it up. Slow connections end, each network has its share of connections
 * and of requests, and what is too much is answered before the app does any work for it. `heldOff` tells how much that was.
 */
export function createHttpDoor(deps: { limits: HttpLimits; trustProxy: Config["trustProxy"]; now?: () => number }) {
  const { limits, now = Date.now } = deps;
  const held: HeldOff = { requests: 0, connections: 0 };
  const isProxy = proxiesOf(deps.trustProxy);
  const requestCap = createRequestCap({ limits, now });
  const nameOf = createNetworkKeys({ now, changed: () => requestCap.clear() });
  const connectionCap = createConnectionCap({ most: limits.connectionsPerNetwork });
  const pipelineCap = createPipelineCap({ most: limits.pipelined });
  const waitingLine = createWaitingLine({ mayEnter: (name, socket) => requestCap.admits(name, socket) });
  const inTurn = createTurns();
  /** The network of each connection that is not a proxy's. */
  const names = new WeakMap<Socket, string>();

  function end(socket: Socket): void {
    if (!socket.destroyed) held.connections += 1;
    socket.destroy();
  }

  return {
    heldOff: (): HeldOff => ({ ...held }),

    /** Lets no connection wait any more; for a server that closes. */
    waitNoMore: () => waitingLine.open(),

    /**
     * As `serverFactory` of Fastify takes it; it is called once for each address that is listened on. `first` may answer at once what
     * costs next to nothing; all else waits for its turn.
     */
    serverFactory(handler: Handler, first: (otherwise: DoorHandler) => DoorHandler = (otherwise) => otherwise): Server {
      const answer = first((request, response, network) =>
        inTurn(network, () => {
          if (!request.socket.destroyed) handler(request, response);
        }),
      );
      const server = createServer(
        {
          headersTimeout: Math.min(limits.headerSeconds, limits.requestSeconds) * 1000,
          requestTimeout: limits.requestSeconds * 1000,
          keepAliveTimeout: limits.idleSeconds * 1000,
          connectionsCheckingInterval: lookEvery,
        },
        (request, response) => {
          const own = names.get(request.socket);
          if (!pipelineCap.takes(request.socket, response)) return end(request.socket);
          const name = own ?? nameOf(proxyAddress(request, isProxy));
          if (requestCap.takes(name, request)) return answer(request, response, name);
          held.requests += 1;
          requestCap.refuse(request, response, own === undefined);
        },
      );
      // Also ends who takes no more of an answer; a handler that is at work for so long writes nothing, either.
      server.setTimeout(limits.stallSeconds * 1000);
      if (limits.connections > 0) server.maxConnections = limits.connections;
      server.on("drop", () => {
        held.connections += 1;
        // Those who wait between two requests give way to those who want something now.
        server.closeIdleConnections();
      });
      server.on("connection", (socket) => {
        const { remoteAddress } = socket;
        // Behind a proxy every connection is the proxy's.
        if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
        const name = nameOf(remoteAddress);
        names.set(socket, name);
        closeQuietly(socket);
        if (!connectionCap.takes(name, socket)) end(socket);
        else if (waitingLine.has(name) || !requestCap.admits(name, socket)) waitingLine.join(name, socket);
      });
      return server;
    },
  };
}

/** Whether an address at this hop is a proxy's that is believed; the same as Fastify makes of `trustProxy`. */
function proxiesOf(trustProxy: Config["trustProxy"]): (address: string, hop: number) => boolean {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  return typeof trustProxy === "function" ? trustProxy : proxyAddress.compile(trustProxy);
}
