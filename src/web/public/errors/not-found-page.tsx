import { copy } from "#copy/current.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { BigBall } from "#web/ui/ball.tsx";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import "../texts.css";

export function NotFoundPage() {
  return (
    <section className="hero full">
      <div className="wrap not-found">
        <BigBall />
        <div>
          <h1>{copy.errors.notFound}</h1>
          <div className="seam" />
        </div>
        <p className="lead">
          {copy.errors.notFoundText}{" "}
          <span className="small-text">
            (<span>404</span>)
          </span>
        </p>
        <p className="actions">
          <ButtonLink size="large" to={paths.home}>
            {copy.errors.goHome}
          </ButtonLink>{" "}
          <ButtonLink variant="secondary" size="large" to={paths.contact}>
            {copy.errors.contact}
          </ButtonLink>
        </p>
        <Link className="quiet-link" to={paths.verify}>
          {copy.verify.title}
        </Link>
      </div>
    </section>
  );
}
