import { useEffect, useState } from "react";
import { paths } from "#contract/paths.ts";
import "../shell/admin.css";
import { NeedsScripts } from "../shell/needs-scripts.tsx";
import { PasswordForm, type PasswordLink } from "./password-form.tsx";
import { buttonClass } from "#web/ui/button.tsx";

/** `/ContactAdmin/password`: the target of a one-time link. Its token is in the fragment, which browsers never send. */
export function PasswordPage() {
  // Undefined until the fragment is read in the browser; null without a token.
  const [link, setLink] = useState<PasswordLink | null>();

  useEffect(() => {
    const read = () => {
      const found = readLink(location.hash);
      // Removes it from the address bar and the history.
      if (found !== null) history.replaceState(history.state, "", location.pathname);
      setLink((known) => found ?? known ?? null);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);

  return (
    <section className="narrow">
      <NeedsScripts />
      <h1>Set a password</h1>
      {link === null && (
        <>
          <p>This page needs a one-time link. The first owner&apos;s is printed where the server starts.</p>
          <p>
            For another one, ask an owner of the team, or run <code>npm run admin -- reset-password</code> on the
            server.
          </p>
          <p>
            <a className={buttonClass()} href={paths.channels}>
              Go to sign in
            </a>
          </p>
        </>
      )}
      {link && <PasswordForm key={link.token} link={link} />}
    </section>
  );
}

function readLink(fragment: string): PasswordLink | null {
  const [, kind, token] = /^#(new|reset)=([\w-]+)$/.exec(fragment) ?? [];
  return token === undefined ? null : { isFirstOwner: kind === "new", token };
}
