import { useEffect, useMemo } from "react";

/** A URL of a picture, as long as it is shown: of one in Base64, or of the text of an SVG if `type` says so. */
export function useObjectUrl(content: string | undefined, type?: "image/svg+xml"): string | undefined {
  const url = useMemo(() => {
    if (content === undefined) return undefined;
    const bytes = type ? content : Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: type ?? "" }));
  }, [content, type]);
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url;
}
