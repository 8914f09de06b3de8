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
      <h1>{ours ? "Rain stopped play" : "This request cannot be answered"}</h1>
      <p>
        {ours
          ? "Something went wrong on our side. Please try again in a moment."
          : "Please go back and try again. Nothing was changed."}
      </p>
      <p>
        <a className={buttonClass()} href={paths.home}>
          Go to the home page
        </a>
      </p>
    </section>
  );
}
