import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const namespaces = ["--mount", "--pid", "--fork", "--ipc", "--uts", "--propagation", "private"];

/** Needs root, and a kernel that lets it mount: not every container may. */
export const canBootSystemd =
  process.getuid?.() === 0 &&
  spawnSync("unshare", [...namespaces, "sh", "-c", "mount -t tmpfs test /mnt && mount -t cgroup2 test /mnt"]).status ===
    0;

/**
 * Starts systemd as process 1 of namespaces of its own. Its root is this machine's, and what it writes there is kept in
 * memory; the network is shared. The cgroup is one of its own, too, so that it touches no process of this machine.
 */
const boot = `
set -e
F=$1
mount -t tmpfs -o size=3g files $F
mkdir $F/upper $F/work $F/root $F/cgroup
mount -t cgroup2 cgroup $F/cgroup
mkdir -p $F/cgroup/$(basename $F)
echo $$ > $F/cgroup/$(basename $F)/cgroup.procs
mount -t overlay overlay -o lowerdir=/,upperdir=$F/upper,workdir=$F/work $F/root
exec unshare --cgroup sh -ec '
  cd $1/root
  mount -t proc proc proc
  mount --bind proc/sys proc/sys
  mount -o remount,ro,bind proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t tmpfs run run
  mount -t tmpfs dev dev
  for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
  mkdir dev/pts dev/shm
  ln -s pts/ptmx dev/ptmx
  mount -t tmpfs groups sys/fs/cgroup
  mount -t cgroup2 cgroup sys/fs/cgroup
  # None of the services of this machine but its journal.
  rm -rf etc/systemd/system etc/machine-id
  find lib/systemd/system/sysinit.target.wants/ -type l ! -name "systemd-journald*" -delete
  mkdir -p etc/systemd/system machine
  printf "[Unit]\\nDefaultDependencies=no\\n" > etc/systemd/system/boot.target
  echo 0123456789abcdef0123456789abcdef > etc/machine-id
  pivot_root . machine
  umount -l /machine
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=other \\
    /lib/systemd/systemd --system --unit=boot.target --log-target=null
' boot $F
`;

const removeGroup = `mount -t cgroup2 cgroup $1 && find $1/$(basename $1) -depth -type d -exec rmdir {} \\;`;

/** Maximum time of a start, in milliseconds: a busy machine takes many seconds. */
const patience = 180_000;

export type Systemd = Awaited<ReturnType<typeof bootSystemd>>;

export async function bootSystemd() {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-systemd-"));
  writeFileSync(join(folder, "boot"), boot);
  const outer = spawn("unshare", [...namespaces, "sh", join(folder, "boot"), folder], {
    stdio: "ignore",
  });
  const ended = once(outer, "exit");
  /** Process 1, as this machine counts it. */
  const first = () => Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").trim());
  const within = (command: string[]) => [`--target=${first()}`, "-m", "-p", "-i", "-u", "-C", ...command];
  /** Runs a program in there. */
  const run = (...command: string[]) => spawnSync("nsenter", within(command), { encoding: "utf8" });
  /** Runs a program in there while this one goes on. */
  async function runBeside(...command: string[]) {
    const child = spawn("nsenter", within(command), { stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status: status as number | null, stdout, stderr };
  }

  const until = performance.now() + patience;
  while (run("systemctl", "is-system-running").stdout.trim() !== "running") {
    if (performance.now() > until) throw new Error(`systemd does not start: ${run("systemctl", "status").stderr}`);
    await sleep(100);
  }
  return {
    run,
    runBeside,
    /** Writes a file in there. */
    write(file: string, content: string): void {
      const { status, stderr } = spawnSync(
        "nsenter",
        within(["sh", "-c", 'mkdir -p "$(dirname "$1")" && cat > "$1"', "sh", file]),
        { input: content, encoding: "utf8" },
      );
      if (status !== 0) throw new Error(stderr);
    },
    /** The main process of a unit, as this machine counts it. */
    processOf(unit: string): number {
      const inside = run("systemctl", "show", "--property=MainPID", "--value", unit).stdout.trim();
      const namespace = (pid: number) => readlinkSync(`/proc/${pid}/ns/pid`);
      const isIt = (pid: number) =>
        new RegExp(`^NSpid:.*\\s${inside}$`, "m").test(readFileSync(`/proc/${pid}/status`, "utf8")) &&
        namespace(pid) === namespace(first());
      const found = readdirSync("/proc")
        .map(Number)
        .find((pid) => pid > 0 && isThere(() => isIt(pid)));
      if (found === undefined) throw new Error(`${unit} does not run: ${run("systemctl", "status", unit).stdout}`);
      return found;
    },
    async end(): Promise<void> {
      process.kill(first(), "SIGKILL");
      await ended;
      spawnSync("unshare", ["--mount", "--propagation", "private", "sh", "-c", removeGroup, "sh", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** False where a process has ended meanwhile. */
function isThere(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}
