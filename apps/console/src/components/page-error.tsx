import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../language/messages.ts";
import { isServerAnswering } from "../live/server-answers.ts";
import { PageNotLoadedError } from "../url/lazy-page.ts";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";
import { PageHeader } from "./page-header.tsx";

const RETRY_MS = 2_000;

/** A page that failed to render or load, for example while the server restarts or after an update. */
export function PageError({ error }: ErrorComponentProps) {
  if (error instanceof PageNotLoadedError) return <NotLoaded />;
  return (
    <ErrorState what={t("This page")} error={error} onRetry={() => window.location.reload()} />
  );
}

/** Loads the page again once the server answers; before, the browser would replace the app by its own error page. */
function NotLoaded() {
  const [isAway, setIsAway] = useState(false);
  const retry = async () => {
    const isAnswering = await isServerAnswering();
    setIsAway(!isAnswering);
    if (!isAnswering) return;
    // The browser may remember that a file was missing, and after an update it has another name.
    window.location.reload();
  };
  useEffect(() => {
    const timer = setInterval(() => void retry(), RETRY_MS);
    return () => clearInterval(timer);
  });
  return (
    <>
      <PageHeader title={t("This page is not there yet")} />
      <div role="alert" className="rounded-lg border border-line bg-card px-5 py-4">
        <p>
          {isAway
            ? t("The server is still not responding. This page opens by itself when it is back.")
            : t("The server did not send this page. It opens by itself when the server is back.")}
        </p>
        <p className="mt-3">
          <Button kind="primary" onClick={() => void retry()}>
            {t("Try again")}
          </Button>
        </p>
      </div>
    </>
  );
}
