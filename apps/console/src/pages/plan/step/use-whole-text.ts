import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** A long JSON text whose first page is loaded. */
interface LongText {
  /** Identifies this text and its version. */
  readonly key: readonly unknown[];
  readonly first: string;
  readonly length: number;
  /** The unit of `length` and `loadFrom`. */
  readonly measure?: (text: string) => number;
  readonly loadFrom: (start: number) => Promise<string>;
}

/** The text as far as it is loaded; the rest is fetched on demand, page by page. */
export function useWholeText({ key, first, length, measure = characters, loadFrom }: LongText) {
  const [isWanted, setIsWanted] = useState(false);
  const isShort = measure(first) >= length;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["whole text", ...key, length],
    enabled: isWanted && !isShort,
    // The key includes the version.
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
  const text = data ?? first;
  const isWhole = isShort || data !== undefined;
  return {
    /** Parsed once all of it is there, else its beginning. */
    value: isWhole ? parseJson(text) : text,
    isWhole,
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

/** Stored texts are JSON; one that is not stays a text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
