import { type ReactNode, useId } from "react";

interface SectionProps {
  readonly title: string;
  /** The number of entries, if there are any. */
  readonly count?: number;
  readonly children: ReactNode;
}

export function Section({ title, count = 0, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-2 font-semibold">
        {title}
        {count > 0 && <span className="ml-2 font-normal text-soft tabular-nums">{count}</span>}
      </h2>
      {children}
    </section>
  );
}
