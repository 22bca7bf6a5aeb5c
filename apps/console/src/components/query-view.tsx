import type { ReactNode } from "react";
import { capitalize } from "../format/capitalize.ts";
import { ErrorState } from "./error-state.tsx";
import { Skeleton } from "./skeleton.tsx";

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  refetch(): unknown;
}

/** The states of a query: failed, loading, empty, and its data. */
export function QueryView<Data>({
  query: { data, error, isPlaceholderData, refetch },
  what,
  lines = 4,
  isEmpty,
  empty,
  children,
}: {
  query: Query<Data>;
  /** Its name within a sentence: "the plan", "reports". */
  what: string;
  lines?: number;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  // Placeholder data belongs to the previous input; it must not hide that this one failed.
  if (error && (data === undefined || isPlaceholderData)) {
    return <ErrorState what={capitalize(what)} error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton what={what} lines={lines} />;
  return isEmpty?.(data) ? empty : children(data);
}
