import { useEffect, useMemo } from "react";

/** A URL of a picture in Base64, as long as it is shown. */
export function useObjectUrl(base64: string | undefined): string | undefined {
  const url = useMemo(() => {
    if (base64 === undefined) return undefined;
    return URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
  }, [base64]);
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url;
}
