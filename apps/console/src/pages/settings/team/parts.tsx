import type { ReactNode } from "react";
import { describeError } from "../../../api/describe-error.ts";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";

/** What a list shows as long as there is nothing to list: that it comes, or why it does not. */
export function Awaited({
  what,
  query: { error, refetch },
}: {
  what: string;
  query: { readonly error: unknown; refetch(): unknown };
}) {
  return error ? (
    <ErrorState what={`The ${what}`} error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton what={`the ${what}`} lines={3} />
  );
}

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}

/** Something with a name, what is known about it, and what can be done with it. */
export function Row({
  name,
  about,
  children,
}: {
  name: ReactNode;
  about: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-medium">{name}</p>
        <p className="text-soft text-sm">{about}</p>
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </li>
  );
}

/** Why a change did not come about. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="mt-2 text-bad text-sm">
      {describeError(error).message}
    </p>
  );
}

/** A day in words; the exact time on hover. */
export function Day({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()} className="whitespace-nowrap">
      {date.toLocaleDateString(undefined, { dateStyle: "medium" })}
    </time>
  );
}
