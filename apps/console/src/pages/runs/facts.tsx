import type { Fact } from "./metadata.ts";

export function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="grid gap-x-5 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2">
      {facts.map(({ name, label, text }) => (
        <div key={name} className="contents">
          <dt className="text-soft text-sm leading-6 [overflow-wrap:anywhere]">{label}</dt>
          <dd className="mb-2 min-w-0 max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere] sm:mb-0">
            {text ?? <span className="text-soft">empty</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
