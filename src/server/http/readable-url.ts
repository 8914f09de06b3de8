/** Returns the URL, or an unknown one in the same place if its path cannot be decoded. */
export function readableUrl(url: string): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split(/[?#]/, 1);
  return isDecodable(path) ? url : path.startsWith("/api/") ? "/api/%25" : "/%25";
}

/** The URL's path, without the query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function isDecodable(path: string): boolean {
  try {
    // Uses the result, because the bundler removes calls that it considers pure.
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}
