import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

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
