/** Values that tests store in a page to find them again. */
interface Window {
  /** Lives as long as the document. */
  sameDocument?: boolean;
  /** Arguments of `scrollTo`. */
  scrolls: ScrollToOptions[];
  /** Called when scripts request an idle callback. */
  idleCalls?: number;
  /** Fingerprinting properties that scripts have read. */
  askedOfDevice: Set<string>;
  /** Directives that the Content Security Policy enforced. */
  stopped?: string[];
  /** Trusted Types, missing in this TypeScript version (https://w3c.github.io/trusted-types/dist/spec/). */
  trustedTypes?: { createPolicy(name: string): unknown };
}

interface Document {
  /** Chromium only, not standard (https://developer.mozilla.org/docs/Web/API/FeaturePolicy). */
  featurePolicy?: { allowedFeatures(): string[] };
}
