import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** A long text of which the first page is there. */
interface LongText {
  /** What tells this text from others, also from later versions of itself. */
  readonly key: readonly unknown[];
  readonly first: string;
  /** How long the whole is. */
  readonly length: number;
  /** How `length` and `loadFrom` count. */
  readonly measure?: (text: string) => number;
  readonly loadFrom: (start: number) => Promise<string>;
}

/** The text as far as it is loaded; the rest comes when somebody asks for it, page by page. */
export function useWholeText({ key, first, length, measure = characters, loadFrom }: LongText) {
  const [isWanted, setIsWanted] = useState(false);
  const isShort = measure(first) >= length;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["whole text", ...key, length],
    enabled: isWanted && !isShort,
    // The key says which version it is, so it never changes.
    staleTime: "static",
    queryFn: async () => {
      let text = first;
      for (let loaded = measure(first); loaded < length; ) {
        const page = await loadFrom(loaded);
        if (page === "") break;
        text += page;
        loaded += measure(page);
      }
      return text;
    },
  });
  return {
    text: data ?? first,
    isWhole: isShort || data !== undefined,
    error,
    isLoading: isFetching,
    loadRest: () => (isWanted ? void refetch() : setIsWanted(true)),
  };
}

/** Unicode characters, as the database counts them. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
