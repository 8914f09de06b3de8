/** What tests leave in a page to find it again. */
interface Window {
  /** Survives for as long as the document does. */
  sameDocument?: boolean;
  /** What `scrollTo` was called with. */
  scrolls: ScrollToOptions[];
  /** Called when scripts wait for an idle moment. */
  idleAskedFor?: () => void;
  /** What scripts have read of what tells one device from another. */
  askedOfDevice: Set<string>;
  /** What the Content Security Policy has stopped. */
  stopped?: string[];
  /** Trusted Types, which this version of TypeScript does not know (https://w3c.github.io/trusted-types/dist/spec/). */
  trustedTypes?: { createPolicy(name: string): unknown };
}

interface Document {
  /** Chromium's, which no standard has (https://developer.mozilla.org/docs/Web/API/FeaturePolicy). */
  featurePolicy?: { allowedFeatures(): string[] };
}
