import { Link, useLocation } from "react-router";
import { usePageData, useSite } from "../../page-data.ts";
import { paths } from "../../routes.tsx";
import { InquiryForm, InquirySent } from "./inquiry-form.tsx";

/** The inquiry form at an address of its own, for those without scripts; after a success the server sends them to `?sent`. */
export function MessagePage() {
  const { refused } = usePageData();
  const { words } = useSite();
  const sent = useLocation().search === "?sent";
  return (
    <section className="narrow">
      <h1>Send Message</h1>
      {sent ? <InquirySent message={words.inquiryAccepted} /> : <InquiryForm refused={refused} />}
      <p>
        What happens to your message stands in our <Link to={paths.privacy}>privacy policy</Link>.{" "}
        <Link to={paths.contact}>Back to all channels</Link>
      </p>
    </section>
  );
}
