import type { FastifyInstance } from "fastify";
import { probePath } from "./address-probe.ts";

/** Serves the proof that this site answers at its own address. */
export function siteProbe(probe: { proof: (token: string) => Promise<string | null> }) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { token: string } }>(
      `${probePath}/:token`,
      { config: { access: "anyone" } },
      async ({ params }, reply) => {
        const proof = await probe.proof(params.token);
        return proof === null ? reply.callNotFound() : reply.type("text/plain; charset=utf-8").send(proof);
      },
    );
  };
}
