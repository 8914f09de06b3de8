import type { FastifyInstance } from "fastify";
import { portraitPath } from "#contract/paths.ts";
import type { Profiles } from "../profiles/profiles.ts";

/** The pictures of members that an owner lets visitors see, on their private pages; by a hash that nobody can guess. */
export function portraits({ picture }: Pick<Profiles, "picture">) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { name: string } }>(
      portraitPath(":name(^[\\w-]+)"),
      { config: { access: "anyone" } },
      async (request, reply) => {
        const content = await picture(request.params.name);
        if (content === null) return reply.callNotFound();
        // Cached for an hour: an owner may remove the picture.
        return reply.headers({ "content-type": "image/webp", "cache-control": "private, max-age=3600" }).send(content);
      },
    );
  };
}
