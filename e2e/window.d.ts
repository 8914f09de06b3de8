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
}
