import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Options for a namespace in which each user may mount. */
const ownNamespace = ["--user", "--map-root-user"];

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;

/**
 * Test helper: mounts a disk in memory that can really be full. Only root mounts for the whole machine; others do so in
 * a namespace of their own, which a program has to enter (`under`). @throws Error if neither is allowed here
 */
export async function mountSmallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), "front-desk-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs"];
  const { here, under, unmount } = isRoot && mount(options, path) ? forAll(path) : await inNamespace(options, path);
  return {
    /** Path of the disk for programs that run `under` these, and for this one. */
    path,
    here,
    under,
    /** Returns the free space in bytes. */
    free(): number {
      const { bavail, bsize } = statfsSync(here);
      return bavail * bsize;
    },
    async remove(): Promise<void> {
      await unmount();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Whether `mountSmallDisk` is allowed here: containers often forbid it, and only Linux has such disks. */
export const canMountSmallDisk = [["--mount"], [...ownNamespace, "--mount"]].some(
  (namespaces) =>
    spawnSync("unshare", [...namespaces, "mount", "-t", "tmpfs", "tmpfs", tmpdir()], { timeout: 10_000 }).status === 0,
);

const isRoot = userInfo().uid === 0;

const mount = (options: readonly string[], path: string) => spawnSync("mount", [...options, path]).status === 0;

function forAll(path: string) {
  return { here: path, under: [], unmount: async () => void spawnSync("umount", ["-l", path]) };
}

/** The disk lasts as long as a process in its namespace. */
async function inNamespace(options: readonly string[], path: string) {
  const script = 'mount "$@" && echo mounted && exec sleep infinity';
  const all = [...ownNamespace, "--mount", "sh", "-c", script, "sh", ...options, path];
  const holder = spawn("unshare", all, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(holder, "exit");
  // A system without the program reports an error instead of an end.
  const failed = ended.catch((error: unknown) => [error]);
  const [said] = (await Promise.race([once(holder.stdout, "data"), failed])) as [unknown];
  if (!Buffer.isBuffer(said)) {
    rmSync(path, { recursive: true });
    throw new Error("a small disk needs root, or namespaces that a user may make");
  }
  return {
    here: `/proc/${holder.pid}/root${path}`,
    under: ["nsenter", `--target=${holder.pid}`, "--user", "--mount", "--preserve-credentials"],
    unmount: async () => {
      holder.kill("SIGKILL");
      await ended;
    },
  };
}
