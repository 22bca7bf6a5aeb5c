import { type ReactNode, useId } from "react";
import { numberText } from "../language/messages.ts";

interface SectionProps {
  readonly title: string;
  /** The number of entries, if there are any. */
  readonly count?: number;
  /** Beside the title, such as a link to the whole list. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, count = 0, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold">
          {title}
          {count > 0 && (
            <span className="ml-2 font-normal text-soft tabular-nums">{numberText(count)}</span>
          )}
        </h2>
        {action && <span className="text-sm">{action}</span>}
      </div>
      {children}
    </section>
  );
}
