import type { ReactNode } from "react";

/** Says why there is nothing here and offers the one action that helps. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="rounded-lg border border-line border-dashed px-6 py-10 text-center">
      <p className="font-semibold">{title}</p>
      <div className="mx-auto mt-1 max-w-prose text-soft">{children}</div>
      {action && <div className="mt-4 flex justify-center">{action}</div>}
    </div>
  );
}
