export function ReceiptPage() {
  return <section className="narrow" />;
}
