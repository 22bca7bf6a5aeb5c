import { escaped, XML_HEAD } from "./xml.ts";

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CORE_PROPERTIES =
  "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

/** What a part refers to; ids are given in the order of asking. */
export interface Relationships {
  /** The id of a part of the file. */
  part(type: string, target: string): string;
  /** The id of a page outside. */
  link(url: string): string;
  xml(): string;
}

export function openRelationships(): Relationships {
  const entries = new Map<string, string>();
  const idOf = (entry: string) => {
    const known = entries.get(entry);
    if (known) return known;
    const id = `rId${entries.size + 1}`;
    entries.set(entry, id);
    return id;
  };
  return {
    part: (type, target) => {
      const name = type === "core-properties" ? CORE_PROPERTIES : `${TYPES}/${type}`;
      return idOf(`Type="${name}" Target="${escaped(target)}"`);
    },
    link: (url) => idOf(`Type="${TYPES}/hyperlink" Target="${escaped(url)}" TargetMode="External"`),
    xml: () => {
      const list = [...entries].map(([entry, id]) => `<Relationship Id="${id}" ${entry}/>`);
      return `${XML_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
    },
  };
}
