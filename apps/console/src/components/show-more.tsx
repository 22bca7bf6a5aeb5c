import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** Below a list that goes on; nothing where it has ended. */
export function ShowMore({ query, children }: { query: Pages; children: ReactNode }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-4 flex justify-center">
      <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
        {children}
      </Button>
    </div>
  );
}
