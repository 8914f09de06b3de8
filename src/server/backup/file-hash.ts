import { createHash } from "node:crypto";
import { fileChunks } from "../lib/file-chunks.ts";

/** SHA-256 of a file, in hex. @throws the system's error */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of fileChunks(path)) hash.update(chunk);
  return hash.digest("hex");
}
