import { AppError } from "@trovella/foundation";

export interface TextEdit {
  readonly find: string;
  readonly replace: string;
}

const SHOWN_CHARACTERS = 80;

/** The text with every edit made, in order. All or nothing: each `find` must occur exactly once when its turn comes. */
export function editText(text: string, edits: readonly TextEdit[]): string {
  const problems: string[] = [];
  let edited = text;
  for (const [index, { find, replace }] of edits.entries()) {
    const start = edited.indexOf(find);
    const isUnique = start >= 0 && edited.indexOf(find, start + 1) < 0;
    if (isUnique) edited = edited.slice(0, start) + replace + edited.slice(start + find.length);
    else problems.push(problemOf(index, find, start >= 0));
  }
  if (problems.length === 0) return edited;
  throw new AppError(
    "INVALID_INPUT",
    `${problems.join("; ")}. Next: correct these edits and call store_research_output again; nothing was stored.`,
    { field: "edits" },
  );
}

function problemOf(index: number, find: string, isFound: boolean): string {
  const shown = find.length > SHOWN_CHARACTERS ? `${find.slice(0, SHOWN_CHARACTERS)}…` : find;
  const reason = isFound
    ? "occurs more than once: add the words around it"
    : "does not occur in the output: copy it exactly";
  return `edits[${index}].find ${JSON.stringify(shown)} ${reason}`;
}
