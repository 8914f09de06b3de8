import type { FastifyInstance } from "fastify";

export interface Route {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** An address that the route answers: a made-up value stands for each parameter. */
  url: string;
}

const line = /^(?<depth>[│ ]*)(?:├── |└── )(?<path>\S+)(?: \((?<methods>[A-Z, ]+)\))?$/;

/** For tests: every route of the app, the ones that only say that a method is not there included. */
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
      // The methods of HTTP that Fastify prints are the ones named in `Route`.
      return methods.split(", ").map((method) => ({ method: method as Route["method"], url }));
    });
}
