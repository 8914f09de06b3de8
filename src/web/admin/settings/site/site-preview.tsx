import { useEffect, useId, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { previewPath } from "#contract/further-paths.ts";
import type { SiteFields } from "#contract/site/site.ts";
import { useMedia } from "#web/page/use-media.ts";
import { Select } from "#web/ui/fields/field.tsx";

type Size = "phone" | "desktop";
type Scheme = "light" | "dark";

/** Milliseconds without typing after which the preview follows. */
const delay = 400;

export const previewId = "site-preview";

/** A public page with the values as they are in the form, as the server would render it. */
export function SitePreview({ values, page }: { values: SiteFields; page: string }) {
  const [size, setSize] = useState<Size>("phone");
  const preferred = usePreferredScheme();
  const [scheme = preferred, setScheme] = useState<Scheme>();
  const text = JSON.stringify(values);
  const [shown, setShown] = useState(text);

  useEffect(() => {
    const timer = setTimeout(() => setShown(text), delay);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <aside id={previewId} className="site-preview" aria-label={teamCopy.site.preview.title}>
      <div className="site-preview-head">
        <h3>{teamCopy.site.preview.title}</h3>
        <Select
          id="preview-size"
          label={teamCopy.site.preview.size}
          isLabelHidden
          value={size}
          onChange={({ target }) => setSize(target.value === "desktop" ? "desktop" : "phone")}
        >
          <option value="phone">{teamCopy.site.preview.phone}</option>
          <option value="desktop">{teamCopy.site.preview.desktop}</option>
        </Select>
        <Select
          id="preview-scheme"
          label={teamCopy.site.preview.scheme}
          isLabelHidden
          value={scheme}
          onChange={({ target }) => setScheme(target.value === "dark" ? "dark" : "light")}
        >
          <option value="light">{teamCopy.site.preview.light}</option>
          <option value="dark">{teamCopy.site.preview.dark}</option>
        </Select>
      </div>
      <PreviewPane size={size} values={shown} page={page} scheme={scheme} />
    </aside>
  );
}

/** The colour scheme of the team's own pages, in which a preview begins. */
export const usePreferredScheme = (): Scheme => (useMedia("(prefers-color-scheme: dark)") ? "dark" : "light");

/** The page of a preview; a sketch of one until there are values. Another `version` loads it again. */
export function PreviewPane(props: {
  size: Size;
  values: string | undefined;
  page: string;
  scheme: Scheme;
  version?: string | undefined;
}) {
  const { size, values, page, scheme, version = "" } = props;
  return (
    <div className={`site-preview-frame ${size}`} inert>
      {values !== undefined && (
        <PreviewFrame key={`${page} ${scheme} ${version} ${values}`} values={values} page={page} scheme={scheme} />
      )}
    </div>
  );
}

/**
 * Posts the values into its frame: a request for the page alone could not carry them. One for each preview, since a
 * second document in a frame would be a step in the browser's history.
 */
function PreviewFrame({ values, page, scheme }: { values: string; page: string; scheme: Scheme }) {
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <>
      <form ref={form} method="post" action={previewPath} target={name} hidden>
        <input type="hidden" name="values" value={values} />
        <input type="hidden" name="page" value={page} />
        <input type="hidden" name="scheme" value={scheme} />
      </form>
      {/* The frame has the same origin, since no other may load its icons; it runs no scripts all the same. */}
      <iframe name={name} title={teamCopy.site.preview.frame} sandbox="allow-same-origin" />
    </>
  );
}
