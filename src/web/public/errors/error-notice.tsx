import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";

/** An error page: ours, or for an invalid request. Its links are plain, since scripts may be what failed. */
export function ErrorPage({ status }: { status: number }) {
  const ours = status >= 500;
  return (
    <section className="narrow message">
      <p className="figure">
        <strong>{status}</strong>
      </p>
      <h1>{ours ? copy.errors.ours : copy.errors.theirs}</h1>
      <p>{ours ? copy.errors.oursText : copy.errors.theirsText}</p>
      <p>
        <a className={buttonClass()} href={here(paths.home)}>
          {copy.errors.goHome}
        </a>
      </p>
    </section>
  );
}
