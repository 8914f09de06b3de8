/** A request's address; where its path cannot be decoded, one in the same place that is not there. */
export function readableUrl(url: string): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split(/[?#]/, 1);
  return isDecodable(path) ? url : path.startsWith("/api/") ? "/api/%25" : "/%25";
}

/** The path of a request's address, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function isDecodable(path: string): boolean {
  try {
    // Its result is used, or else the bundler drops a call that it takes to be without effect.
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}
