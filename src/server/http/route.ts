import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
  RouteHandlerMethod,
} from "fastify";
import { z } from "zod";
import {
  type AcceptedOf,
  type BodyOf,
  type CallName,
  calls,
  type DoneOf,
  type HeadersOf,
  type IdOf,
  type QueryOf,
  type VersionOf,
} from "#contract/calls.ts";
import type { Member } from "#contract/auth/session.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import type { Sessions, SignedIn } from "../auth/sessions.ts";
import { callerOf, freshStepUp, memberOf, signedInAs } from "./access.ts";
import { documentedProblem, sendNoVersion, sendProblem } from "./problem.ts";
import { takeFiles, takenTypes } from "./take-files.ts";
import { namedVersion } from "./version-tag.ts";

/** What a handler gets of a call. Parts that it does not have by its declaration are undefined. */
export interface Received<Name extends CallName> {
  id: IdOf<Name>;
  body: BodyOf<Name>;
  query: QueryOf<Name>;
  headers: HeadersOf<Name>;
  version: VersionOf<Name>;
  /** The signed-in member. Reading it throws on a route for anyone, and where an API token may call. */
  member: Member;
  /** Their session. Reading it throws as `member`. */
  signedIn: SignedIn;
  /** A member or an API token, on a route with a scope. */
  caller: ReturnType<typeof callerOf>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A problem that is made from an outcome: a message, or a text for each rejected field, and further members. */
interface ProblemParts {
  message?: ServerText;
  errors?: Record<string, ServerText> | undefined;
  more?: Record<string, unknown>;
}

/** The statuses of problems that routes have. */
type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 428 | 429 | 503;

/** The response to a refusal: its status, and a message, a text for each rejected field, or what makes these. */
export type Refusal = readonly [
  status: ProblemStatus,
  problem: ServerText | Record<string, ServerText> | ((outcome: never, reply: FastifyReply) => ProblemParts),
];

type Refusals = Readonly<Record<string, Refusal>>;

/** The outcomes that a table of refusals has a response to, each with what its function reads. */
type RefusedBy<Table extends Refusals> = {
  [Reason in keyof Table & string]: {
    ok: false;
    reason: Reason;
  } & (Table[Reason] extends readonly [unknown, (outcome: infer Read, reply: FastifyReply) => unknown]
    ? Read
    : unknown);
}[keyof Table & string];

/** The response 202: what was asked for still waits. */
class Accepted<Body> {
  readonly body: Body;
  constructor(body: Body) {
    this.body = body;
  }
}

export const accepted = <Body>(body: Body) => new Accepted(body);

/** An outcome for the table of refusals, where a service returns none itself. */
export const refused = <Reason extends string>(reason: Reason) => ({ ok: false, reason }) as const;

interface Declared<Name extends CallName, Table extends Refusals> extends Pick<
  FastifyContextConfig,
  "access" | "scope" | "duringSetUp" | "takes"
> {
  /** What the call does, for the OpenAPI document. */
  does: string;
  /** The responses to the expected outcomes `{ ok: false, reason }` of `run`. */
  refuses?: Table;
  /** Statuses of problems that do not follow from the rest, and those that follow but cannot be. */
  statuses?: { also?: ProblemStatus[]; never?: ProblemStatus[] };
  /** Asks for a recent step-up, after validation. */
  stepUp?: true;
  /** Rejects before the body is read. */
  onRequest?: onRequestAsyncHookHandler;
  /** Rejects after validation, before the step-up. */
  preHandler?: readonly preHandlerAsyncHookHandler[];
  bodyLimit?: number;
  exposeHeadRoute?: false;
  /** The message of a 428, if it is not the usual one. */
  noVersion?: ServerText;
  /** Returns the body of the response, a refusal of the table, or the reply once it is sent otherwise. */
  run: (call: Received<Name>) => Outcome<Name, Table> | Promise<Outcome<Name, Table>>;
}

type Outcome<Name extends CallName, Table extends Refusals> =
  | DoneOf<Name>
  | Accepted<AcceptedOf<Name>>
  | RefusedBy<Table>
  | FastifyReply;

/** A route whose types are checked, and no longer needed. */
export interface Route {
  name: CallName;
  declared: Omit<Declared<CallName, Refusals>, "run"> & { run: (call: never) => unknown };
}

/** Declares the route of a call. Without `access`, the team may call it; with a `scope`, API tokens, too. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a route that refuses nothing has no reasons.
export function route<Name extends CallName, const Table extends Refusals = Record<never, never>>(
  name: Name,
  declared: Declared<Name, Table>,
): Route {
  return { name, declared };
}

/** Adds routes to the API, in this order, which the OpenAPI document has, too. */
export async function addRoutes(
  app: FastifyInstance,
  sessions: Pick<Sessions, "hasSteppedUp">,
  routes: readonly Route[],
): Promise<void> {
  const stepUp = freshStepUp(sessions);
  for (const { name, declared } of routes) {
    const { onRequest, preHandler = [], bodyLimit, exposeHeadRoute } = declared;
    const [method = "", url = ""] = name.split(" ");
    const add = async (parent: FastifyInstance) =>
      void parent.route({
        method,
        url,
        config: configOf(declared),
        ...(onRequest !== undefined && { onRequest }),
        preHandler: [...preHandler, ...(declared.stepUp === true ? [stepUp] : [])],
        ...(bodyLimit !== undefined && { bodyLimit }),
        ...(exposeHeadRoute !== undefined && { exposeHeadRoute }),
        schema: schemaOf(name, declared),
        handler: handlerOf(name, declared),
      });
    if (partsOf(name).takesFiles !== true) await add(app);
    else await app.register(async (files) => takeFiles(files).then(() => add(files)));
  }
}

function configOf({ access, scope, duringSetUp, takes }: Route["declared"]): FastifyContextConfig {
  return {
    ...(access !== undefined && { access }),
    ...(scope !== undefined && { scope }),
    ...(duringSetUp !== undefined && { duringSetUp }),
    ...(takes !== undefined && { takes }),
  };
}

function handlerOf(name: CallName, { refuses, noVersion, run }: Route["declared"]): RouteHandlerMethod {
  const call = partsOf(name);
  return async (request, reply) => {
    const version = namedVersion(request.headers);
    if (call.version === "required" && version === null) return sendNoVersion(reply, noVersion);
    const outcome = await run(received(request, reply, version) as never);
    // A reply that `run` has sent: awaiting one gives undefined, once it is over.
    if (outcome === undefined) return undefined;
    const refusal = isRefused(outcome) ? refuses?.[outcome.reason] : undefined;
    if (refusal !== undefined) return sendRefusal(reply, refusal, outcome as object);
    reply.code(outcome instanceof Accepted ? 202 : call.status);
    return outcome instanceof Accepted ? (outcome.body as unknown) : outcome;
  };
}

/** A call's declaration without its types, and the status of a response that is done at once. */
function partsOf(name: CallName) {
  const call: {
    id?: z.ZodType;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    takes?: z.ZodType;
    takesFiles?: boolean;
    gives: object;
    version?: "required" | "optional";
    stale?: z.ZodType;
  } = calls[name];
  return { ...call, status: 201 in call.gives ? 201 : 200 };
}

function schemaOf(name: CallName, declared: Route["declared"]): FastifySchema & { summary: string } {
  const { id, query, headers, takes, takesFiles, gives, stale } = partsOf(name);
  const isSingle = gives instanceof z.ZodType || "content" in gives;
  return {
    summary: declared.does,
    ...(takesFiles === true && { consumes: takenTypes }),
    ...(name.includes("/:id") && { params: z.object({ id: id ?? z.string() }) }),
    ...(query !== undefined && { querystring: query }),
    ...(headers !== undefined && { headers }),
    ...(takes !== undefined && { body: takes }),
    response: {
      ...(isSingle ? { 200: gives } : gives),
      ...Object.fromEntries(statusesOf(name, declared).map((status) => [status, documentedProblem])),
      ...(stale !== undefined && {
        412: {
          description: "What the call is based on has changed",
          content: { "application/problem+json": { schema: stale } },
        },
      }),
    },
  };
}

/** The statuses of the problems that a call can have. */
function statusesOf(name: CallName, { access, scope, refuses = {}, statuses = {} }: Route["declared"]): number[] {
  const { query, takes, version } = partsOf(name);
  const found = [
    ...(name.startsWith("GET ") ? [] : [400, 403, 413, 415]),
    ...(access === "anyone" ? [] : [401, 403]),
    ...(scope === undefined ? [] : [429]),
    ...(takes === undefined && query === undefined ? [] : [422]),
    ...(version === "required" ? [428] : []),
    ...Object.values(refuses).map(([status]) => status),
    ...(statuses.also ?? []),
    // Any call can have these.
    500,
    503,
  ];
  return found.filter((status) => !statuses.never?.some((each) => each === status));
}

function received(request: FastifyRequest, reply: FastifyReply, version: number | null) {
  return {
    id: (request.params as { id?: unknown }).id,
    body: request.body,
    query: request.query,
    headers: request.headers,
    version,
    get member() {
      return memberOf(request);
    },
    get signedIn() {
      return signedInAs(request);
    },
    get caller() {
      return callerOf(request);
    },
    request,
    reply,
  };
}

function isRefused(outcome: unknown): outcome is { ok: false; reason: string } {
  return (
    typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === false && "reason" in outcome
  );
}

function sendRefusal(reply: FastifyReply, [status, problem]: Refusal, outcome: object): FastifyReply {
  const { message, errors, more } = partsOfProblem(problem, outcome, reply);
  return sendProblem(reply, status, message ?? say("fields.correct"), errors, more);
}

function partsOfProblem(problem: Refusal[1], outcome: object, reply: FastifyReply): ProblemParts {
  if (typeof problem === "string") return { message: problem };
  return typeof problem === "function" ? problem(outcome as never, reply) : { errors: problem };
}
