import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { attachmentField, attachmentLimits } from "#domain/inquiries/attachment.ts";
import { second } from "#domain/time/durations.ts";
import { BrokenFormError, FilesBusyError, UnknownPartError } from "../lib/errors.ts";
import { unlessAborted } from "../lib/unless-aborted.ts";
import type { FileMemory } from "./file-memory.ts";
import { bytesOf, noFiles, type SentFiles } from "../lib/sent-files.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The files of a `multipart/form-data` body. Its other fields are the `body`, as those of other types. */
    sentFiles: SentFiles;
    /** The memory that its files may take. */
    fileHold: ReturnType<FileMemory["hold"]>;
    /** Aborts if its files are not taken: they waited in vain, or come too slowly while others wait. */
    fileRefusal: AbortController;
  }
  interface FastifyInstance {
    fileMemory: FileMemory;
  }
}

/** The types of a body with which files may come, for the API document. */
export const takenTypes = ["application/json", "multipart/form-data"];

type ReadFile = { ok: true; bytes: Buffer; name: string } | { ok: false; reason: NonNullable<SentFiles["problem"]> };

/** Bytes of any other field, and of a whole request; the schemas and `attachmentLimits` set lower limits. */
const maxField = 20 * 1024;
const maxBody = 64 * 1024 * 1024;
/** Enough for most lines to send the rest. */
const lingerMs = 10 * second;

/**
 * Makes the routes of `app` accept `multipart/form-data` (RFC 7578) with files in the field `attachments`, besides the
 * types that they accept already. Any other part must be one of `fields`, or of the fields of the route's body schema,
 * so that nothing is dropped in silence.
 */
export async function takeFiles(app: FastifyInstance, fields?: readonly string[]): Promise<void> {
  const memory = app.fileMemory;
  app.decorateRequest("sentFiles", null, []);
  // Each request gets its own.
  app.decorateRequest("fileHold");
  app.decorateRequest("fileRefusal");
  app.addHook("onRequest", async (request, reply) => {
    request.sentFiles = noFiles;
    request.fileRefusal = new AbortController();
    request.fileHold = memory.hold(request.ip, () => request.fileRefusal.abort(new FilesBusyError()));
    reply.raw.once("close", () => request.fileHold.release());
    // The sender may have left during the hooks before this one.
    if (reply.raw.destroyed) request.fileHold.release();
  });
  await app.register(multipart, {
    throwFileSizeLimit: false,
    // Bytes read ahead of each file while its request waits.
    fileHwm: 4 * 1024,
    limits: { fileSize: attachmentLimits.bytes, fieldSize: maxField, fields: 12, files: 20 },
  });
  app.addHook("preValidation", async (request, reply) => {
    if (!request.isMultipart()) return;
    // The sender has left: no part would ever come.
    if (reply.raw.destroyed) throw new BrokenFormError();
    // Browsers say the length.
    const length = Number(request.headers["content-length"] ?? maxBody);
    const body: Record<string, unknown> = {};
    request.body = body;
    const known = new Set(fields ?? fieldsOf(request));
    let unknown: string | undefined;
    let read = 0;
    request.raw.on("data", (chunk: Buffer) => {
      read += chunk.length;
      request.fileHold.receive(chunk.length);
      if (read > maxBody) request.raw.destroy();
    });
    let hasRoom: boolean | undefined;
    async function readParts(): Promise<void> {
      for await (const part of request.parts()) {
        const isKnown = part.type === "file" ? part.fieldname === attachmentField : known.has(part.fieldname);
        if (!isKnown) unknown ??= part.fieldname;
        // Reserves memory at the first file, so text never waits. The sender waits until then, since no more is read.
        if (part.type === "file" && isFile(part)) hasRoom ??= await request.fileHold.reserve(length);
        if (hasRoom === false) request.fileRefusal.abort(new FilesBusyError());
        if (part.type === "field") body[part.fieldname] = part.value;
        else request.sentFiles = withFile(request.sentFiles, await readFile(request, part));
      }
    }
    try {
      await unlessAborted(readParts(), request.fileRefusal.signal);
    } catch (error) {
      if (error instanceof FilesBusyError) endAfterResponse(request, reply);
      // The parser's own errors have no status.
      const isOurs = error instanceof FilesBusyError || (error instanceof Error && "statusCode" in error);
      throw isOurs ? error : new BrokenFormError();
    }
    request.fileHold.shrink(bytesOf(request.sentFiles));
    if (unknown !== undefined) throw new UnknownPartError(unknown);
  });

  /** Returns whether a part is a chosen file for us: if none was chosen, browsers send an empty one without a name. */
  const isFile = ({ fieldname, filename }: MultipartFile) => fieldname === attachmentField && filename !== "";

  /** The file; null if it is none. */
  async function readFile(request: FastifyRequest, part: MultipartFile): Promise<ReadFile | null> {
    const { filename, file } = part;
    const isNone = !isFile(part);
    const { files, problem: earlier } = request.sentFiles;
    const problem = earlier ?? (files.length < attachmentLimits.count ? undefined : ("too many" as const));
    const chunks: Buffer[] = [];
    for await (const chunk of file as AsyncIterable<Buffer>) {
      // The rest is read all the same, so that the browser reads the response.
      if (!isNone && problem === undefined && !request.fileRefusal.signal.aborted) chunks.push(chunk);
    }
    if (isNone) return null;
    if (problem !== undefined) return { ok: false, reason: problem };
    return file.truncated
      ? { ok: false, reason: "too large" }
      : { ok: true, bytes: Buffer.concat(chunks), name: filename };
  }
}

/**
 * Ends a request whose files are not taken some seconds after its response, unless it is complete by then. Most
 * browsers read the response only once they have sent everything, or can send no more; until then what comes is
 * dropped, since a connection that ends with unread bytes loses the response.
 */
function endAfterResponse({ raw, fileHold }: FastifyRequest, reply: FastifyReply): void {
  fileHold.release();
  const end = () => raw.complete || raw.destroy();
  reply.raw.once("finish", () => setTimeout(end, lingerMs).unref());
}

/** The names of the fields of a route's body. */
function fieldsOf({ routeOptions }: FastifyRequest): string[] {
  const { body } = routeOptions.schema ?? {};
  if (!(body instanceof z.ZodObject)) throw new Error("a route that takes files has no schema of its fields");
  return Object.keys(body.shape);
}

function withFile(sent: SentFiles, file: ReadFile | null): SentFiles {
  if (file === null) return sent;
  return file.ok
    ? { files: [...sent.files, file.bytes], names: [...(sent.names ?? []), file.name] }
    : { files: sent.files, problem: file.reason };
}
