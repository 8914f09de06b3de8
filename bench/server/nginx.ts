import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sent, valueOf } from "./responses.ts";

/** Headers that nginx sets itself. */
const own = /^(content-length|content-type|server)$/i;

/**
 * Writes the files that nginx needs in `folder` to serve the same bodies with the same headers; gives its arguments.
 */
export function prepareNginx(folder: string, port: number, { responses }: Sent): string[] {
  mkdirSync(folder, { recursive: true });
  const locations = Object.entries(responses).map(([path, { full }], index) => {
    writeFileSync(join(folder, `${index}.body`), Buffer.from(full.body, "base64"));
    const headers = full.headers.flatMap((name, at) =>
      at % 2 === 1 || own.test(name) ? [] : [`      add_header ${name} ${quoted(full.headers[at + 1] ?? "")};`],
    );
    return `    location = ${path} {
      default_type ${quoted(valueOf(full, "content-type") ?? "")};
${headers.join("\n")}
      try_files /${index}.body =404;
    }`;
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `  ${kind}_temp_path ${folder}/${kind};`,
  );
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? "user root;\n" : ""}events {
  worker_connections 1024;
}
http {
${temporary.join("\n")}
  access_log off;
  types {
  }
  sendfile on;
  open_file_cache max=16;
  keepalive_requests 1000000000;
  etag off;
  if_modified_since off;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${folder};
${locations.join("\n")}
  }
}
`,
  );
  return ["-c", config, "-e", join(folder, "error.log")];
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
