import { ErrorState } from "../components/error-state.tsx";

/** Replaces a page that failed to render or load, for example after an update of the server. */
export function PageFailure({ error }: { error: unknown }) {
  return <ErrorState what="This page" error={error} onRetry={() => window.location.reload()} />;
}
