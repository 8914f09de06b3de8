/** An inquiry's reference, to be read and to be read out. */
export function Reference({ reference }: { reference: string }) {
  return (
    <strong
      className="reference"
      role="img"
      aria-label={`Reference: ${reference.replace("-", "").split("").join(" ")}`}
    >
      {reference}
    </strong>
  );
}
