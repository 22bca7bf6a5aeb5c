/** A text as it was written, with its lines. */
export function PlainText({ text, className = "" }: { text: string; className?: string }) {
  return (
    <div
      dir="auto"
      className={`max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}
    >
      {text}
    </div>
  );
}
