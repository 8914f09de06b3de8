import type { FastifyServerOptions } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";

/**
 * Validates routes with their Zod schemas. Passed in here, Fastify does not load its JSON Schema compilers, which its
 * types expect.
 */
export const zodSchemas = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;
