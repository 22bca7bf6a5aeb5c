import { useEffect, useState } from "react";
import { t } from "../language/messages.ts";

const DELAY_MS = 200;

/** Placeholder lines while loading; delayed, so that quick responses do not flash. */
export function Skeleton({ what, lines = 4 }: { what: string; lines?: number }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="grid min-h-24 content-start gap-3 py-2">
      {isShown && (
        <>
          <span className="sr-only">{t("Loading {what} …", { what })}</span>
          {Array.from({ length: lines }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
              key={index}
              className="h-4 motion-safe:animate-pulse rounded bg-line odd:w-3/4"
              aria-hidden="true"
            />
          ))}
        </>
      )}
    </div>
  );
}
