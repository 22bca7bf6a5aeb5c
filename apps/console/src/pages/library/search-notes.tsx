import type { ReactNode } from "react";
import type { Replies } from "../../api/api.ts";
import { Icon } from "../../components/icon.tsx";
import { plural, t } from "../../language/messages.ts";

type Found = Replies["search"]["search"];

/** Limitations of this search, if any. */
export function SearchNotes({ legs, pending }: { legs: Found["legs"]; pending: number }) {
  const isByMeaning = legs.includes("semantic");
  return (
    <div role="status" className="grid gap-1 text-soft text-sm empty:hidden [&>*:last-child]:mb-3">
      {!isByMeaning && (
        <Note>{t("Keyword results only: semantic search is unavailable at the moment.")}</Note>
      )}
      {isByMeaning && pending > 0 && (
        <Note>
          {plural(
            pending,
            "{count} passage is still being indexed; until then keyword search finds it.",
            "{count} passages are still being indexed; until then keyword search finds them.",
          )}
        </Note>
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name="stalled" className="mt-0.5 text-warn" />
      <span>{children}</span>
    </p>
  );
}
