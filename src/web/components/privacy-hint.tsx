import { Link } from "../router.tsx";
import { paths } from "../routes.tsx";

/** Leads from each inquiry form to what is done with an inquiry, as rule 3 of India's DPDP Rules, 2025, asks of a notice. */
export function PrivacyHint() {
  return (
    <>
      What happens to your message stands in our <Link to={paths.privacy}>privacy policy</Link>.
    </>
  );
}
