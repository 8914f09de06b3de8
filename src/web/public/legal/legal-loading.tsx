import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";

/** Page in place of a legal page until its facts are loaded. */
export function LegalLoading({ title, path, failed }: { title: string; path: string; failed: boolean }) {
  return (
    <article className="legal">
      <h1>{title}</h1>
      {failed ? (
        <p>
          {copy.legal.failed} <a href={here(path)}>{copy.legal.again}</a>
        </p>
      ) : (
        <Spinner text={copy.ui.loading} />
      )}
    </article>
  );
}
