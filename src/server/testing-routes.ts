import type { FastifyInstance } from "fastify";

export interface Route {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** A URL of the route, with a made-up value for each parameter. */
  url: string;
}

const line = /^(?<depth>[│ ]*)(?:├── |└── )(?<path>\S+)(?: \((?<methods>[A-Z, ]+)\))?$/;

/** Test helper: returns every route of the app, including those that respond 405. */
export function routesOf(app: FastifyInstance): Route[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((text) => {
      const { depth = "", path = "", methods = "" } = line.exec(text)?.groups ?? {};
      const level = depth.length / 4;
      const whole = (parents[level - 1] ?? "") + path;
      parents[level] = whole;
      if (methods === "") return [];
      const url = whole.replace(/:\w+(\([^)]*\))?/g, "6b1f0a52-6f0c-4a6e-9a55-2f1a3c7b9d10").replace(/^\/+/, "/");
      // Fastify prints only the methods listed in `Route`.
      return methods.split(", ").map((method) => ({ method: method as Route["method"], url }));
    });
}
