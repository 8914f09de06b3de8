import { version } from "./programs/pinned-node.js";

/** The commands that are built with the server, and their files in `dist/server`. */
export const serverCommands = new Map([
  ["admin", "admin-cli"],
  ["backup", "backup-cli"],
  ["restore", "restore-cli"],
  ["move", "move-cli"],
  ["import", "import-cli"],
  ["export", "export-cli"],
  ["audit-log", "audit-cli"],
]);

/** The programs in `dist/server` that people run, and how npm runs them. */
export const programs = new Map([
  ["main", "npm start"],
  ["demo", "npm run demo"],
  ...[...serverCommands].map(([command, file]) => /** @type {const} */ ([file, `npm run ${command} -- …`])),
]);

/**
 * The file of a program that people run: it loads the program itself only on a Node that can, and names the right one
 * elsewhere. It has syntax of Node 12 alone, so no top-level `await`: a program that waits for what never comes ends
 * with Node's own exit code for that.
 * @param {string} file
 * @param {string} own the name of the file
 */
export function checkedEntry(file, own) {
  const [major = "", minor = ""] = version.split(".");
  const needs = JSON.stringify(`${own}.js needs Node ${major}.${minor} or later, and this is Node `);
  const instead = JSON.stringify(
    `: run \`${programs.get(own)}\`, or use the Node that was installed beside it (/opt/front-desk/node in a service).`,
  );
  return `const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  let isOver = false;
  import("./${file}").then(() => (isOver = true));
  process.on("beforeExit", () => isOver || process.exit(process.exitCode || 13));
} else {
  console.error(${needs} + process.versions.node + ${instead});
  process.exitCode = 1;
}
`;
}
