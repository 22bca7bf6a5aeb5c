export function Progress({ done, total, what }: { done: number; total: number; what: string }) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <span className="inline-flex items-baseline gap-2 whitespace-nowrap tabular-nums">
      <span
        className="h-1.5 w-16 self-center overflow-hidden rounded-full bg-line"
        aria-hidden="true"
      >
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </span>
      <span>
        {done}/{total}
        <span className="sr-only"> {what}</span>
      </span>
    </span>
  );
}
