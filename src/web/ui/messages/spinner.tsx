import { Ball } from "../ball.tsx";

/** The loading indicator: a ball that turns on its seam. */
export function Spinner({ text }: { text: string }) {
  return (
    <p className="spinner" role="status">
      <Ball />
      {text}
    </p>
  );
}
