import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "#server/config.ts";
import { closeQuietly, createConnectionCap, createConnectionQueue, createPipelineCap } from "./connections.ts";
import { createRequestCap, type RequestLimits } from "./request-cap.ts";
import { createNetworkKeys } from "#server/lib/network.ts";
import { createFairScheduler } from "./fair-scheduler.ts";

/** Limits of the HTTP server. A count or `stallSeconds` of 0 removes the limit. */
export interface HttpLimits extends RequestLimits {
  /** Open connections in total. */
  connections: number;
  connectionsPerNetwork: number;
  /** Max unanswered requests per connection; each uses files and memory. */
  pipelined: number;
  /** Max time for a request's headers, and for the whole request. */
  headerSeconds: number;
  requestSeconds: number;
  /** Max time for a whole request with files. */
  uploadSeconds: number;
  /** Max idle time between two requests. */
  idleSeconds: number;
  /** Max time that a client may stop reading a response. */
  stallSeconds: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** A request handler that also gets the client's network. */
export type NetworkHandler = (request: IncomingMessage, response: ServerResponse, network: string) => void;

/** Requests and connections rejected since the start; no addresses are stored. */
export interface Rejections {
  requests: number;
  connections: number;
}

/** Interval of the timeout checks in milliseconds; Node's default of 30 s would let slow sockets last longer. */
const pollInterval = 1000;
/** Interval of the search for unused connections while the server closes, in milliseconds. */
const closeInterval = 50;
/** The wait for a turn of the event loop without a new connection: max turns, and how long it may take. */
const [maxTurns, quietMs] = [100, 0.2];
/** The first request of a connection may still be on its way for this time, in milliseconds. */
const firstRequestWait = 500;

/**
 * Creates the HTTP server below the app, with admission control: slow connections end, each network has limits of
 * connections and requests, and excess requests are rejected before the app does any work. `rejections` counts the
 * rejections.
 */
export function createHttpServer(deps: { limits: HttpLimits; trustProxy: Config["trustProxy"]; now?: () => number }) {
  const { limits, now = Date.now } = deps;
  const rejected: Rejections = { requests: 0, connections: 0 };
  const isProxy = proxiesOf(deps.trustProxy);
  const requestCap = createRequestCap({ limits, now });
  const nameOf = createNetworkKeys({ now, changed: () => requestCap.clear() });
  const connectionCap = createConnectionCap({ max: limits.connectionsPerNetwork });
  const pipelineCap = createPipelineCap({ max: limits.pipelined });
  const connectionQueue = createConnectionQueue({ mayEnter: (name, socket) => requestCap.admits(name, socket) });
  const scheduleFairly = createFairScheduler();
  /** The network of each connection that is not a proxy's. */
  const names = new WeakMap<Socket, string>();
  /** When each connection came, by `performance.now()`. */
  const open = new Map<Socket, number>();

  function end(socket: Socket): void {
    if (!socket.destroyed) rejected.connections += 1;
    socket.destroy();
  }

  return {
    rejections: (): Rejections => ({ ...rejected }),

    /**
     * When the server closes: admits the queued connections and destroys those without a request in flight, since Node
     * would wait for one that has sent no request, or only part of one. Connections younger than `firstRequestWait`
     * stay: a proxy does not resend a form after a reset.
     */
    closeUnused(): void {
      connectionQueue.open();
      const closing = setInterval(() => {
        const latest = performance.now() - firstRequestWait;
        for (const [socket, since] of open) if (!isServing(socket) && since < latest) socket.destroy();
        if (open.size === 0) clearInterval(closing);
      }, closeInterval).unref();
    },

    /**
     * Fastify's `serverFactory`, called once per address that is listened on. `first` may respond immediately if that
     * is cheap; everything else goes through the fair scheduler.
     */
    serverFactory(
      handler: Handler,
      first: (otherwise: NetworkHandler) => NetworkHandler = (otherwise) => otherwise,
    ): Server {
      const respond = first((request, response, network) =>
        scheduleFairly(network, () => {
          if (!request.socket.destroyed) handler(request, response);
        }),
      );
      const server = createServer(
        {
          headersTimeout: Math.min(limits.headerSeconds, limits.requestSeconds) * 1000,
          requestTimeout: Math.max(limits.requestSeconds, limits.uploadSeconds) * 1000,
          keepAliveTimeout: limits.idleSeconds * 1000,
          connectionsCheckingInterval: pollInterval,
        },
        (request, response) => {
          if (hasSlowLimit(request)) endIfSlow(request, response, limits.requestSeconds * 1000);
          const own = names.get(request.socket);
          if (!pipelineCap.takes(request.socket, response)) return end(request.socket);
          const name = own ?? nameOf(proxyAddress(request, isProxy));
          if (requestCap.takes(name, request)) return respond(request, response, name);
          rejected.requests += 1;
          requestCap.refuse(request, response, own === undefined);
        },
      );
      const close = server.close.bind(server);
      server.close = (closed) => {
        void untilNoneArrive(server).then(() => close(closed));
        return server;
      };
      // This ends connections that stop reading a response, too. A handler that runs this long counts as stalled.
      server.setTimeout(limits.stallSeconds * 1000);
      if (limits.connections > 0) server.maxConnections = limits.connections;
      server.on("drop", () => {
        rejected.connections += 1;
        // Idle connections make room for new ones.
        server.closeIdleConnections();
      });
      server.on("connection", (socket) => {
        open.set(socket, performance.now());
        socket.once("close", () => open.delete(socket));
        const { remoteAddress } = socket;
        // Behind a proxy, every connection is the proxy's.
        if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
        const name = nameOf(remoteAddress);
        names.set(socket, name);
        closeQuietly(socket);
        if (!connectionCap.takes(name, socket)) end(socket);
        else if (connectionQueue.has(name) || !requestCap.admits(name, socket)) connectionQueue.join(name, socket);
      });
      return server;
    },
  };
}

/**
 * Resolves right after a turn of the event loop in which no connection came. The system accepts connections before the
 * program takes them, one or more each turn; closing the server would reset those that wait.
 */
async function untilNoneArrive(server: Server): Promise<void> {
  let came = false;
  const note = () => {
    came = true;
  };
  server.on("connection", note);
  let isQuiet = false;
  for (let turn = 0; turn < maxTurns && !isQuiet; turn += 1) {
    came = false;
    const start = performance.now();
    await setImmediate();
    isQuiet = !came && performance.now() - start < quietMs;
  }
  server.off("connection", note);
}

/** Node keeps a connection's current response there, as `server.closeIdleConnections` also relies on. */
function isServing(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- Node's name.
  return socket._httpMessage !== null && socket._httpMessage !== undefined;
}

/** Returns whether a request has a body without files: Node's timeout is that of uploads. */
function hasSlowLimit({ headers }: IncomingMessage): boolean {
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return hasBody && headers["content-type"]?.startsWith("multipart/form-data") !== true;
}

/** Ends a request that has not arrived whole after this time, with the response of Node's own timeout. */
function endIfSlow(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    // Node does the same: a response that was already sent stays whole.
    if (response.headersSent) request.socket.destroy();
    else request.socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  }, ms).unref();
  request.once("close", () => clearTimeout(timer));
}

/**
 * Returns a function that tells whether the address at a hop is a trusted proxy's, as Fastify interprets `trustProxy`.
 */
export function proxiesOf(trustProxy: Config["trustProxy"]): (address: string, hop: number) => boolean {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  return typeof trustProxy === "function" ? trustProxy : proxyAddress.compile(trustProxy);
}
