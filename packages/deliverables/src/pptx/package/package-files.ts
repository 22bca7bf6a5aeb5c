import { strToU8 } from "fflate";
import type { Relationships } from "./relationships.ts";
import { XML_HEAD } from "./xml.ts";

const DEFAULTS = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xml: "application/xml",
  png: "image/png",
  jpeg: "image/jpeg",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
const PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml";
const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Content types of the parts that have one of their own. */
const PART_TYPES = {
  presentation: `${PRESENTATION}.presentation.main+xml`,
  master: `${PRESENTATION}.slideMaster+xml`,
  layout: `${PRESENTATION}.slideLayout+xml`,
  slide: `${PRESENTATION}.slide+xml`,
  notesMaster: `${PRESENTATION}.notesMaster+xml`,
  notes: `${PRESENTATION}.notesSlide+xml`,
  properties: `${PRESENTATION}.presProps+xml`,
  tableStyles: `${PRESENTATION}.tableStyles+xml`,
  theme: `${OFFICE}.theme+xml`,
  chart: `${OFFICE}.drawingml.chart+xml`,
  core: "application/vnd.openxmlformats-package.core-properties+xml",
  app: `${OFFICE}.extended-properties+xml`,
} as const;

/** Collects the parts of a file with their types and relationships, so that neither can be forgotten. */
export interface PackageFiles {
  add(
    name: string,
    type: keyof typeof PART_TYPES,
    xml: string,
    relationships?: Relationships,
  ): void;
  addBytes(name: string, bytes: Uint8Array): void;
  files(root: Relationships): Record<string, Uint8Array>;
}

export function openPackage(): PackageFiles {
  const files: Record<string, Uint8Array> = {};
  const types: string[] = [];
  return {
    add: (name, type, xml, relationships) => {
      files[name] = strToU8(xml);
      types.push(`<Override PartName="/${name}" ContentType="${PART_TYPES[type]}"/>`);
      if (relationships) files[relationshipsName(name)] = strToU8(relationships.xml());
    },
    addBytes: (name, bytes) => {
      files[name] = bytes;
    },
    files: (root) => {
      const used = Object.keys(files).map((name) => name.slice(name.lastIndexOf(".") + 1));
      const defaults = Object.entries(DEFAULTS)
        .filter(([extension]) => ["rels", "xml", ...used].includes(extension))
        .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
      const xml = `${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}${types.join("")}</Types>`;
      return { "[Content_Types].xml": strToU8(xml), "_rels/.rels": strToU8(root.xml()), ...files };
    },
  };
}

function relationshipsName(name: string): string {
  const end = name.lastIndexOf("/");
  return `${name.slice(0, end)}/_rels/${name.slice(end + 1)}.rels`;
}
