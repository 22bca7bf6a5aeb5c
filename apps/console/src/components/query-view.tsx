import { type ReactNode, useDeferredValue } from "react";
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
  const isReady = useIsReady(data);
  // Placeholder data belongs to the previous input; it must not hide that this one failed.
  if (error && (data === undefined || isPlaceholderData)) {
    return <ErrorState what={capitalize(what)} error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined || !isReady) return <Skeleton what={what} lines={lines} />;
  return isEmpty?.(data) ? empty : children(data);
}

/** Whether to show data that has arrived. Its first rendering is done in slices, so that clicks and keys need not wait for it. */
export function useIsReady(data: unknown): boolean {
  return useDeferredValue(data !== undefined);
}
