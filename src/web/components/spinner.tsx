/** A ball that turns on its seam while something is awaited. */
export function Spinner({ text }: { text: string }) {
  return (
    <p className="spinner" role="status">
      <span className="ball" />
      {text}
    </p>
  );
}
