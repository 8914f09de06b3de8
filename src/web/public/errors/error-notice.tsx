import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";

/** An error page. Its links are plain, since scripts may be what failed. */
export function ErrorPage({ status, title, text }: { status: number; title: string; text: string }) {
  return (
    <section className="narrow">
      <div>
        <p className="soft small-text">
          <strong>{status}</strong>
        </p>
        <h1>{title}</h1>
        <div className="seam" />
      </div>
      <p>{text}</p>
      <p className="onward">
        <a className={buttonClass(undefined, "large")} href={here(paths.home)}>
          {copy.errors.goHome}
        </a>
      </p>
    </section>
  );
}
