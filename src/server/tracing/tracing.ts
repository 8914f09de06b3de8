import { setTimeout as sleep } from "node:timers/promises";
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { minute, second } from "#domain/time/durations.ts";
import type { Config } from "../config.ts";
import type { RequestIds } from "../http/request-id.ts";
import type { DueMessage } from "../notifications/outbox-queries.ts";
import type { Store } from "../open-store.ts";
import type { Statement } from "../store/statement-log.ts";
import { wrapCalls } from "../store/wrap-calls.ts";
import { currentSpan } from "./current-span.ts";

export type Tracing = ReturnType<typeof createTracing>;

/** Min time between two log lines about exports that failed. */
const quietFor = 10 * minute;
/** Max time that a stop waits for the last export. */
const flushTimeout = 3 * second;

/**
 * Traces of requests, store operations and deliveries, exported as OTLP. Attributes hold this program's own words, ids
 * of requests and references of inquiries: nothing that a visitor or the team typed, no address and no URL. The
 * exporter reads its other settings from the environment.
 */
export function createTracing(
  config: NonNullable<Config["traces"]>,
  { engine, version }: { engine: Store["engine"]; version: string },
) {
  let log: Pick<FastifyBaseLogger, "warn"> | undefined;
  // The exporter parses it, but knows no file.
  if (config.headers !== undefined) process.env["OTEL_EXPORTER_OTLP_HEADERS"] = config.headers;
  const exporter = new OTLPTraceExporter();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "front-desk", "service.version": version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reporting(exporter, (why) => log?.warn({ why }, notExported)) }),
    ],
  });
  const tracer = provider.getTracer("front-desk");

  /** The current span, while it may have children: timers keep that of the request which set them. */
  function parent(): Span | undefined {
    const span = currentSpan.getStore();
    return span?.isRecording() === true ? span : undefined;
  }

  function child(parentSpan: Span, name: string, attributes: Attributes, time: { startTime?: number } = {}): Span {
    const what = { kind: SpanKind.CLIENT, attributes: { "db.system.name": engine, ...attributes }, ...time };
    return tracer.startSpan(name, what, trace.setSpan(ROOT_CONTEXT, parentSpan));
  }

  return {
    /** Failed exports are logged here. */
    logTo(logger: Pick<FastifyBaseLogger, "warn">): void {
      log = logger;
    },

    /** Makes a span of each request that the framework handles. Call this before the hooks that use the store. */
    watch(app: FastifyInstance, traceParent: RequestIds["traceParent"]): void {
      const spans = new WeakMap<FastifyRequest, Span>();
      app.addHook("onRequest", (request, _reply, done) => {
        const { method, routeOptions } = request;
        const route = routeOptions.url;
        const attributes = {
          "http.request.method": method,
          "request.id": request.id,
          ...(route && { "http.route": route }),
        };
        const from = traceParent(request.raw);
        const context =
          from === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...from, isRemote: true });
        const name = route === undefined ? method : `${method} ${route}`;
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, context);
        spans.set(request, span);
        // Fastify keeps it beyond the end of a body.
        currentSpan.run(span, done);
      });
      app.addHook("onResponse", async (request, { statusCode }) => {
        const span = spans.get(request)?.setAttribute("http.response.status_code", statusCode);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },

    /** Wraps a store so that each operation of a request or delivery has a span, time in the queue included. */
    traced: (store: Store): Store =>
      wrapCalls(store, (operation, call) => (...args) => {
        const parentSpan = parent();
        if (parentSpan === undefined) return call(...args);
        const span = child(parentSpan, operation, {});
        const result = currentSpan.run(span, () => call(...args));
        const end = () => span.end();
        const fail = () => span.setStatus({ code: SpanStatusCode.ERROR }).end();
        if (result instanceof Promise) result.then(end, fail);
        else end();
        return result;
      }),

    /** Makes a span of a statement that has ended. */
    ended: ({ kind, table, ms, failed }: Statement): void => {
      const parentSpan = parent();
      if (parentSpan === undefined) return;
      const attributes = { "db.operation.name": kind, ...(table && { "db.collection.name": table }) };
      const end = Date.now();
      const name = table === undefined ? kind : `${kind} ${table}`;
      const span = child(parentSpan, name, attributes, { startTime: end - ms });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },

    /** Makes a trace of each try of a delivery; its inquiry may have been sent to another instance, or long ago. */
    delivery: async <Outcome extends string>(
      { kind, channel, reference }: DueMessage,
      run: () => Promise<Outcome>,
    ): Promise<Outcome> => {
      const attributes = {
        "delivery.kind": kind,
        "delivery.channel": channel,
        ...(reference && { "inquiry.reference": reference }),
      };
      const span = tracer.startSpan(`deliver ${channel}`, { attributes }, ROOT_CONTEXT);
      try {
        const outcome = await currentSpan.run(span, run);
        span.setAttribute("delivery.outcome", outcome);
        if (outcome !== "delivered" && outcome !== "dropped") span.setStatus({ code: SpanStatusCode.ERROR });
        return outcome;
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },

    /** Exports what is left, unless that takes too long. */
    stop: (): Promise<void> => Promise.race([provider.shutdown().catch(() => undefined), sleep(flushTimeout)]),
  };
}

const notExported = "traces could not be exported";

/** The exporter, with its failures told now and then instead of thrown. */
function reporting(exporter: SpanExporter, failed: (why: string) => void): SpanExporter {
  let last = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, ({ error }) => {
        if (error !== undefined && performance.now() - last >= quietFor) {
          last = performance.now();
          failed(error.message);
        }
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * The samplers of the specification
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
function samplerOf({ sampler, ratio }: NonNullable<Config["traces"]>): Sampler {
  const name = sampler.replace("parentbased_", "");
  const root =
    name === "always_on"
      ? new AlwaysOnSampler()
      : name === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return name === sampler ? root : new ParentBasedSampler({ root });
}
