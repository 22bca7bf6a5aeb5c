import type { ReactNode } from "react";
import type { Replies } from "../../api/api.ts";
import { Icon } from "../../components/icon.tsx";

type Found = Replies["search"]["search"];

/** What a search could not take into account, if anything. */
export function SearchNotes({ legs, pending }: { legs: Found["legs"]; pending: number }) {
  const isByMeaning = legs.includes("semantic");
  return (
    <div role="status" className="grid gap-1 text-soft text-sm empty:hidden [&>*:last-child]:mb-3">
      {!isByMeaning && <Note>Found by words alone: meaning is not available at the moment.</Note>}
      {isByMeaning && pending > 0 && (
        <Note>
          {pending === 1 ? "1 passage is" : `${pending.toLocaleString()} passages are`} still being
          indexed and found by words alone until then.
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
