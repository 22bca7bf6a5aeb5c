import type { ResearchDocument } from "../../document.ts";

/** Who changed something, and when; every mark of a file has a number of its own. */
interface ChangeMark {
  readonly id: number;
  readonly author: string;
  readonly date: string;
}

export type NextMark = () => ChangeMark;

/** The version brought the changes, so it is their author. */
export function changeMarks({
  version,
  createdAt,
}: Pick<ResearchDocument, "version" | "createdAt">): NextMark {
  let id = 0;
  return () => {
    id += 1;
    return {
      id,
      author: `Trovella, version ${version}`,
      date: `${createdAt.toISOString().slice(0, 19)}Z`,
    };
  };
}
