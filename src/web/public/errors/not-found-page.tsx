import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";

export function NotFoundPage() {
  return (
    <section className="narrow message">
      <p className="figure">
        <strong>404</strong>
      </p>
      <h1>Bowled! This page is not here</h1>
      <p>The address may be mistyped, or the page has moved. Our genuine channels are one tap away.</p>
      <p className="onward">
        <ButtonLink to={paths.home}>Go to the home page</ButtonLink> <Link to={paths.contact}>Contact us</Link>
      </p>
    </section>
  );
}
