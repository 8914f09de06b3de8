import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** SHA-256 of a file, in hex. @throws the system's error */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  // With no encoding, each chunk is a Buffer.
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
