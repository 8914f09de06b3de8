import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingProgram, provideProgram } from "../scripts/programs/debian.js";
import { seeSite } from "../scripts/service-https.js";
import { rawMail } from "#server/incoming-mail/testing.ts";
import { freePort } from "#server/testing-program.ts";
import { openDesk, owner } from "./testing-desk.ts";
import { startNameServer } from "./testing-dns.ts";
import { bootSystemd, canBootSystemd, type Systemd } from "./testing-systemd.ts";

const domain = "desk.example.com";
/** A name server in there: on the loopback interface, since the network is this machine's. */
const nameServer = "127.0.0.153";

if (canBootSystemd)
  describe("a site with its certificate, by one command", () => {
    const folder = mkdtempSync(join(tmpdir(), "front-desk-https-"));
    const authority = join(folder, "authority.pem");
    const before = `{
	local_certs
	pki {
		ca local {
			root {
				cert /etc/caddy/authority.pem
				key /etc/caddy/authority.key
			}
		}
	}
}

http://other.example.com {
	respond "another site"
}

# As in the file of Debian's package.
:80 {
	root * /usr/share/caddy
	file_server
}
`;
    let systemd: Systemd;
    let port: number;
    let desk: Awaited<ReturnType<typeof openDesk>>;
    let names: Awaited<ReturnType<typeof startNameServer>>;
    let installed: Awaited<ReturnType<typeof install>>;

    /** Installs as root of that machine, whose authority is Caddy's own. */
    async function install(...options: string[]) {
      const program = [process.execPath, "scripts/install-service.js", ...options];
      return systemd.runBeside("env", "-C", resolve("."), "NODE_EXTRA_CA_CERTS=/etc/caddy/authority.pem", ...program);
    }
    /** Installs in a terminal, where somebody types these lines. */
    async function typed(...lines: string[]) {
      const command = `cd "$1"; shift; printf '${lines.join("\\n")}\\n' | script -qec "$*" /dev/null`;
      return systemd.runBeside("sh", "-c", command, "sh", resolve("."), process.execPath, "scripts/install-service.js");
    }
    const settings = () => systemd.run("cat", "/etc/front-desk/environment").stdout;
    const fileThere = (file: string) => systemd.run("cat", file);

    beforeAll(async () => {
      for (const [program, debianPackage] of [
        ["systemctl", "systemd"],
        ["caddy", "caddy"],
        ["ss", "iproute2"],
      ] as const)
        if (provideProgram(program, debianPackage) === undefined)
          throw new Error(missingProgram(program, debianPackage));
      const subject = ["-subj", "/CN=Authority of this test", "-addext", "keyUsage=critical,keyCertSign,cRLSign"];
      const key = join(folder, "authority.key");
      const curve = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650".split(" ");
      expect(spawnSync("openssl", [...curve, ...subject, "-keyout", key, "-out", authority]).status).toBe(0);
      systemd = await bootSystemd();
      port = await freePort();
      names = await startNameServer(
        { [domain]: ["203.0.114.9"], "private.example.com": ["10.0.0.9"], "other.example.com": ["203.0.114.9"] },
        { address: nameServer, port: 53 },
      );
      // This may be a file that is mounted over another one.
      systemd.run("sh", "-c", "umount /etc/resolv.conf; rm -f /etc/resolv.conf");
      systemd.write("/etc/resolv.conf", `nameserver ${nameServer}\n`);
      systemd.write("/etc/caddy/Caddyfile", before);
      systemd.write("/etc/caddy/authority.pem", readFileSync(authority, "utf8"));
      systemd.write("/etc/caddy/authority.key", readFileSync(key, "utf8"));
      systemd.run("chown", "-R", "caddy", "/etc/caddy/authority.key");
      systemd.write(
        "/etc/front-desk/environment",
        `# Mine\nPORT=${port}\nTRUST_PROXY=false\n#PUBLIC_URL=https://x.example.com\n`,
      );
    }, 300_000);
    afterAll(async () => {
      names?.end();
      await systemd?.end();
      rmSync(folder, { recursive: true });
    });

    it("refuses, before it changes anything, what cannot work, and says what to do", async () => {
      expect(await install("--domain", "none.example.com")).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^none\.example\.com has no address\. At its provider, add an A record/),
      });
      expect(await install("--domain", "private.example.com")).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("points at 10.0.0.9, which cannot be reached from the internet"),
      });
      expect((await typed("https://a.example.com", "private.example.com")).stdout).toMatch(
        /The domain that visitors use.*The domain must be a domain alone.*private\.example\.com points at 10\.0\.0\.9/s,
      );
      const other = createServer().listen(443);
      await once(other, "listening");
      expect(await install("--domain", domain, "--skip-dns-check")).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Port 443 is in use by another program, and HTTPS needs it\. Stop that program/),
      });
      other.close();
      const [there, away] = ["/usr/bin/caddy", "/usr/bin/caddy.away"];
      systemd.run("mv", there, away);
      expect(await install("--domain", domain, "--skip-dns-check")).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Caddy is missing\. With --yes, apt-get installs it/),
      });
      systemd.run("mv", away, there);
      expect(fileThere("/etc/caddy/front-desk.caddyfile").status).not.toBe(0);
      expect(settings()).toContain("TRUST_PROXY=false");
    });

    it("leaves Caddy's files as they were where it does not start with the domain", async () => {
      const conflict = `${before}\n${domain} {\n}\n`;
      systemd.write("/etc/caddy/Caddyfile", conflict);
      expect(await install("--domain", domain, "--skip-dns-check")).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/Caddy does not take it, .* is as it was before: .*ambiguous site definition/),
      });
      expect(fileThere("/etc/caddy/Caddyfile").stdout).toBe(conflict);
      expect(fileThere("/etc/caddy/front-desk.caddyfile").status).not.toBe(0);
      systemd.write("/etc/caddy/Caddyfile", before);
    });

    it("serves the domain, and leaves what Caddy and the settings had", async () => {
      installed = await install("--domain", domain, "--skip-dns-check");
      expect(installed, installed.stderr).toMatchObject({ status: 0 });
      expect(installed.stdout).toMatch(/^https:\/\/desk\.example\.com works: a certificate of .*, valid until /m);
      expect(settings().split("\n")).toEqual(
        expect.arrayContaining(["# Mine", `PORT=${port}`, "TRUST_PROXY=loopback", `PUBLIC_URL=https://${domain}`]),
      );
      expect(settings()).toContain("HOST=127.0.0.1\n");
      expect(fileThere("/etc/caddy/Caddyfile").stdout).toBe(`${before}\nimport /etc/caddy/front-desk.caddyfile\n`);
      expect(await ask({ host: "other.example.com", plain: true })).toMatchObject({ body: "another site" });
    });

    it("takes no certificate that browsers would refuse", async () => {
      // This process does not know the authority.
      const seen = seeSite(domain, 0);
      await expect(seen).rejects.toThrow(/^https:\/\/desk\.example\.com does not work yet: .*certificate/);
      await expect(seeSite("unknown.example.com", 0)).rejects.toThrow("Caddy has no certificate for it.");
      await expect(seen).rejects.toThrow("The ports 80 and 443 must be open to the internet");
    });

    it("prints the one-time link of the first owner, with the site's address", async () => {
      const [, token = ""] =
        /^Next, .*: https:\/\/desk\.example\.com\/ContactAdmin\/password#new=(\S+)$/m.exec(installed.stdout) ?? [];
      const body = JSON.stringify({ token, ...owner });
      const headers = { "content-type": "application/json", origin: `https://${domain}` };
      const answer = await ask({ path: "/api/password", method: "POST", headers, body });
      expect(answer.status, answer.body).toBe(200);
      expect(String(answer.headers["set-cookie"])).toMatch(/^__Host-.*; Secure/);
      desk = await openDesk(`http://127.0.0.1:${port}`);
    });

    it("leads HTTP to HTTPS, and says that the site is only there", async () => {
      expect(await ask({ path: "/verify?x=1", plain: true })).toMatchObject({
        status: 308,
        headers: { location: `https://${domain}/verify?x=1` },
      });
      const page = await ask({});
      expect(page.status).toBe(200);
      expect(page.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
      expect((await ask({ path: "/metrics" })).status).toBe(404);
    });

    it("passes an email of 20 MB", async () => {
      const file = Buffer.alloc(15 * 1024 * 1024, 1).toString("base64");
      const parts =
        "--m\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n--m\r\nContent-Type: application/pdf\r\n" +
        `Content-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--m--`;
      const body = rawMail({ "Content-Type": 'multipart/mixed; boundary="m"' }, parts);
      const headers = { "content-type": "message/rfc822", authorization: `Bearer ${desk.secret}` };
      const push = () => ask({ path: "/api/incoming-mail", method: "POST", headers, body });
      let answer = await push();
      // Busy: providers come again.
      while (answer.status === 503) answer = await push();
      expect(answer.status, answer.body).toBe(200);
      expect((await desk.newest()).query).toContain("See the file.");
    });

    it("passes the team's event stream on as it comes", async () => {
      const request = https.get(to({ path: "/api/inbox/events", headers: { cookie: desk.cookie } }));
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      expect(response.headers["content-type"]).toMatch(/^text\/event-stream/);
      const [first] = (await once(response, "data")) as [Buffer];
      expect(first.toString()).toMatch(/^retry: /);
      request.destroy();
    });

    it("believes the address that Caddy saw, and none that a visitor claims", async () => {
      let claimed = 0;
      const trySignIn = (localAddress: string) =>
        ask({
          path: "/api/session",
          method: "POST",
          localAddress,
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": `198.51.100.${(claimed += 1)}`,
            forwarded: `for=198.51.100.${claimed}`,
          },
          body: JSON.stringify({ email: "nobody@example.com", password: "not the password" }),
        }).then(({ status }) => status);
      const statuses = new Set<number | undefined>();
      for (let tries = 0; tries < 7; tries++) statuses.add(await trySignIn("127.0.0.2"));
      expect([...statuses]).toEqual([401, 429]);
      expect(await trySignIn("127.0.0.3")).toBe(401);
    });

    it("changes nothing the second time, and knows the domain by itself", async () => {
      const again = await install();
      expect(again, again.stderr).toMatchObject({ status: 0 });
      expect(again.stdout.match(/^ +(now|would):/gm)).toBeNull();
      expect(again.stdout).toContain("  as it should be: have Caddy serve https://desk.example.com");
      expect(again.stdout).toContain("https://desk.example.com works");
      // There is an owner.
      expect(again.stdout).not.toContain("#new=");
    });

    it("goes on with the first domain where Caddy refuses another one", async () => {
      const conflict = `${fileThere("/etc/caddy/Caddyfile").stdout}\nother.example.com {\n}\n`;
      systemd.write("/etc/caddy/Caddyfile", conflict);
      const refused = await install("--domain", "other.example.com", "--skip-dns-check");
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(/Caddy does not take it, .* is as it was before: .*ambiguous site definition/);
      expect(fileThere("/etc/caddy/Caddyfile").stdout).toBe(conflict);
      expect(fileThere("/etc/caddy/front-desk.caddyfile").stdout).toContain(`\n${domain} {\n`);
      expect(settings()).toContain(`PUBLIC_URL=https://${domain}`);
      expect((await ask({})).status).toBe(200);
    });

    it("asks for no domain where the service has an address behind another proxy", async () => {
      systemd.run("rm", "/etc/caddy/front-desk.caddyfile");
      const { stdout } = await typed("other.example.com");
      expect(stdout).toContain("The front desk is installed.");
      expect(stdout).not.toContain("The domain that visitors use");
    });

    interface Asked {
      host?: string;
      path?: string;
      method?: string;
      headers?: Record<string, string>;
      body?: string | Buffer;
      localAddress?: string;
      plain?: boolean;
    }

    const to = ({ host = domain, path = "/", method, headers, localAddress }: Asked) => ({
      host: "127.0.0.1",
      servername: host,
      path,
      agent: false,
      ca: readFileSync(authority),
      headers: { host, ...headers },
      ...(method === undefined ? {} : { method }),
      ...(localAddress === undefined ? {} : { localAddress }),
    });

    /** Asks Caddy as a browser would that takes its authority. */
    async function ask(asked: Asked) {
      const request = (asked.plain === true ? http : https).request(to(asked));
      request.end(asked.body);
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    }
  });
