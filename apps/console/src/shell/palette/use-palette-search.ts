import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Replies } from "../../api/api.ts";
import { type Found, type FoundGroup, groupFound } from "./group-found.ts";

const DEBOUNCE_MS = 150;
const MAX_HITS = 12;
/** The limit of the API for names. */
const MAX_NAME_LENGTH = 100;

interface PaletteSearch {
  readonly groups: readonly FoundGroup[];
  /** As long as something could still be found. */
  readonly isSearching: boolean;
  readonly isFailed: boolean;
}

/** Plans, reports, findings and runs by name, and everything that was stored by its text, as the Library finds it. */
export function usePaletteSearch(typed: string): PaletteSearch {
  const text = useDebounced(typed);
  const isAsked = text !== "";
  const names = useQuery({
    ...api.search.typeAhead.queryOptions({ text: text.slice(0, MAX_NAME_LENGTH) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  // The hits of another query must not be taken for those of this one, hence no placeholder.
  const content = useQuery({
    ...api.search.search.queryOptions({ query: text, onlyRelevant: true, limit: MAX_HITS }),
    enabled: isAsked && isWorthSearching(text),
  });
  if (typed === "") return { groups: [], isSearching: false, isFailed: false };
  const named = (names.data?.suggestions ?? []).filter(
    // Those of the text before, until the new ones are there.
    ({ name, id }) => !names.isPlaceholderData || isStillMeant(name, id, typed),
  );
  const hits = text === typed && content.data?.isKnown !== false ? content.data?.results : [];
  return {
    groups: groupFound([...named.map(ofName), ...(hits ?? []).map(ofHit)]),
    isSearching: text !== typed || names.isFetching || content.isFetching,
    isFailed: text === typed && (names.isError || content.isError),
  };
}

/** A single Latin letter stands in every text. */
function isWorthSearching(text: string): boolean {
  return text.length > 1 || /[^\p{ASCII}]/u.test(text);
}

function isStillMeant(name: string, id: string, typed: string): boolean {
  const wanted = typed.toLowerCase();
  return name.toLowerCase().includes(wanted) || id.toLowerCase().startsWith(wanted);
}

type Suggestion = Replies["search"]["typeAhead"]["suggestions"][number];
type Hit = Replies["search"]["search"]["results"][number];

function ofName(thing: Suggestion): Found {
  const { kind, id, title, mode, note, version, planId, planTitle, createdAt } = thing;
  const type = kind === "artifact" ? note : null;
  return { kind, id, title, mode, type, version, planId, planTitle, createdAt, snippet: null };
}

const KINDS = {
  research_artifact: "artifact",
  research_output: "output",
  claim: "claim",
  extraction_result: "extraction",
} as const satisfies Record<Hit["sourceTable"], Found["kind"]>;

function ofHit(hit: Hit): Found {
  const { sourceTable, sourceId, title, artifactType, number, planId, planTitle } = hit;
  return {
    kind: KINDS[sourceTable],
    id: sourceId,
    title,
    mode: null,
    type: artifactType,
    version: sourceTable === "research_output" ? number : null,
    planId,
    planTitle,
    createdAt: hit.createdAt,
    // A claim is its own passage.
    snippet: sourceTable === "claim" ? null : hit.snippet,
  };
}

/** The text once nothing was typed for a moment. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
