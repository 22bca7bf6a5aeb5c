import { ErrorState } from "../components/error-state.tsx";

/** In place of a page that could not be shown, for example since its files changed on the server. */
export function PageFailure({ error }: { error: unknown }) {
  return <ErrorState what="This page" error={error} onRetry={() => window.location.reload()} />;
}
