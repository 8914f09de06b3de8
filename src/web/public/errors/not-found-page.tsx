import { copy } from "#copy/current.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/buttons/button.tsx";

export function NotFoundPage() {
  return (
    <section className="narrow message">
      <p className="figure">
        <strong>404</strong>
      </p>
      <h1>{copy.errors.notFound}</h1>
      <p>{copy.errors.notFoundText}</p>
      <p className="onward">
        <ButtonLink to={paths.home}>{copy.errors.goHome}</ButtonLink>{" "}
        <Link to={paths.contact}>{copy.errors.contact}</Link>
      </p>
    </section>
  );
}
