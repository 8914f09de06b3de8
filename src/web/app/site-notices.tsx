import { usePageData } from "../page/page-data.ts";
import { useLocation } from "../page/router.tsx";
import { langOf } from "../ui/text-language.ts";

/** The owner's notices of this page, which the server chose by the time. */
export function SiteNotices() {
  const { pathname } = useLocation();
  return usePageData().notices?.map(
    ({ text, tone, pages }) =>
      pages.includes(pathname) && (
        <p
          key={text}
          className="site-notice"
          data-tone={tone === "warning" ? "warn" : undefined}
          role="status"
          lang={langOf(text)}
        >
          {text}
        </p>
      ),
  );
}
