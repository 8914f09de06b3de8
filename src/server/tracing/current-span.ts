import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";

/** The span of the request, delivery or store operation that the running code belongs to; none without tracing. */
export const currentSpan = new AsyncLocalStorage<Span>();
