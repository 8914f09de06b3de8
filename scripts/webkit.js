/**
 * Tries the built site in WebKit, the engine of Safari, which the journeys do not use: `npm run webkit`. It drives
 * Debian's WebKitGTK by WebDriver (https://www.w3.org/TR/webdriver2/), on a screen of its own.
 */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { startSite } from "../bench/site.ts";
import { freePort } from "../src/server/testing-program.ts";
import { readArguments } from "../src/server/lib/command-line.ts";
import { ensureBuilt } from "./build.js";
import { missingProgram, provideProgram } from "./programs/debian.js";

const usage = `npm run webkit

  Opens the built site in WebKit, sends a message, verifies a number, and opens the kept site without a network.
  Needs Debian's packages webkit2gtk-driver and xvfb, which it installs if it may.`;
readArguments({ usage });

const port = await freePort();
const display = ":77";
const driverProgram = programOf("WebKitWebDriver", "webkit2gtk-driver");
const screenProgram = programOf("Xvfb", "xvfb");
if (!ensureBuilt()) process.exit(1);

const site = await startSite(0);
const screen = spawn(screenProgram, [display, "-screen", "0", "1280x900x24"], { stdio: "ignore" });
const driver = spawn(driverProgram, [`--port=${port}`], {
  stdio: "ignore",
  env: {
    ...process.env,
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: "1",
    // Its sandbox does not start as root.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
  },
});
try {
  const { sessionId, capabilities } = await begin();
  console.log(`WebKitGTK ${capabilities.browserVersion}`);
  await tryAll(`/session/${sessionId}`);
  await send("DELETE", `/session/${sessionId}`);
} finally {
  driver.kill();
  screen.kill();
  await site[Symbol.asyncDispose]();
}
process.exit();

/** @param {string} session */
async function tryAll(session) {
  /** @param {string} path */
  const goTo = (path) => send("POST", `${session}/url`, { url: site.origin + path });
  /** @param {string} script */
  const run = (script) => send("POST", `${session}/execute/sync`, { script, args: [] });
  /** @param {string} condition */
  async function until(condition) {
    for (const end = Date.now() + 15_000; !(await run(`return ${condition}`)); await sleep(200))
      if (Date.now() > end) throw new Error(`not within 15 seconds: ${condition}`);
  }
  /** @param {string} text */
  const says = (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`);
  /** Opens a page and waits until it is hydrated. @param {string} path */
  async function open(path) {
    await goTo(path);
    await until("document.documentElement.hasAttribute('data-ready')");
  }
  /**
   * @param {string} path
   * @param {Record<string, string>} values by the names of their fields
   */
  async function sendForm(path, values) {
    await open(path);
    for (const [name, text] of Object.entries(values)) {
      const found = await send("POST", `${session}/element`, { using: "css selector", value: `main [name=${name}]` });
      await send("POST", `${session}/element/${Object.values(found)[0]}/value`, { text });
    }
    await run("document.querySelector('main form').requestSubmit()");
  }

  for (const path of ["/", "/contact", "/verify", "/terms", "/hi", "/ContactAdmin"])
    await attempt(`${path} is hydrated`, () => open(path));
  await attempt("a message is sent", async () => {
    const person = { name: "Asha Example", phone: "+91 90000 00000", email: "asha@example.com", city: "Pune" };
    await sendForm("/contact/message", { ...person, query: "Hello" });
    await says("Message Sent Successfully!");
  });
  await attempt("a number is verified", async () => {
    await sendForm("/verify", { text: "+91 90000 00001" });
    await says("Yes, this is ours");
  });
  await attempt("the kept site opens without a network, with the verified list", async () => {
    await goTo("/keep");
    await until("document.querySelector('main button') !== null");
    await run("[...document.querySelectorAll('main button')].find((one) => /^Save/.test(one.innerText)).click()");
    await says("This site is saved on this phone.");
    await site[Symbol.asyncDispose]();
    await goTo("/");
    await says("Your browser has verified it.");
  });
}

/**
 * @param {string} what
 * @param {() => Promise<void>} test
 */
async function attempt(what, test) {
  try {
    await test();
    console.log(`✓ ${what}`);
  } catch (error) {
    console.log(`✗ ${what}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Opens a session, once the driver listens. @returns {Promise<any>} */
async function begin() {
  for (let tries = 50; ; tries -= 1) {
    try {
      return await send("POST", "/session", { capabilities: {} });
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(200);
    }
  }
}

/**
 * A command of WebDriver.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>} its value
 */
async function send(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(value.message || value.error);
  return value;
}

/**
 * @param {string} program
 * @param {string} debianPackage
 */
function programOf(program, debianPackage) {
  const found = provideProgram(program, debianPackage);
  if (found !== undefined) return found;
  console.error(missingProgram(program, debianPackage));
  process.exit(1);
}
