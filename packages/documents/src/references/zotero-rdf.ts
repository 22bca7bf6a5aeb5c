import { markupText } from "../xml/markup-text.ts";
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from "../xml/parse-xml.ts";
import {
  type Bibliography,
  BibliographyBuilder,
  type Reference,
  referenceOf,
} from "./reference.ts";

/** Elements at the top that other items refer to; a note or file without an item stands for itself. */
const BELONGING = ["bib:Memo", "z:Attachment", "bib:Journal", "z:Collection", "bib:Series"];

/** Reads what Zotero exports as RDF, with notes and files; null when the text is something else. */
export function parseZoteroRdf(text: string): Bibliography | null {
  const root = parseXml(text);
  if (root?.name !== "rdf:RDF") return null;
  const top = childrenOf(root);
  const byId = new Map(
    top.flatMap((element) => {
      const id = element.attributes.get("rdf:about") ?? element.attributes.get("rdf:ID");
      return id === undefined ? [] : [[id.replace(/^#/, ""), element] as const];
    }),
  );
  const found = new BibliographyBuilder();
  for (const [index, element] of top.entries()) {
    if (BELONGING.includes(element.name)) continue;
    found.add(rdfReference(element, byId), `Item ${index + 1}`);
  }
  return found.build();
}

type ById = ReadonlyMap<string, XmlElement>;

function rdfReference(item: XmlElement, byId: ById): Reference | null {
  const container =
    linked(item, "dcterms:isPartOf", byId)[0] ??
    childrenOf(childOf(item, "dcterms:isPartOf") ?? item)[0];
  const attachments = linked(item, "link:link", byId);
  return referenceOf({
    key: item.attributes.get("rdf:about"),
    title: textOf(childOf(item, "dc:title")),
    authors: authorsOf(item),
    publishedAt: textOf(childOf(item, "dc:date")),
    addresses: [
      ...identifiersOf(item),
      ...(container ? identifiersOf(container).filter((text) => /^doi/i.test(text)) : []),
      item.attributes.get("rdf:about"),
    ],
    container: container ? textOf(childOf(container, "dc:title")) : undefined,
    abstract: markupText(textOf(childOf(item, "dcterms:abstract"))),
    keywords: named(item, "dc:subject").map(textOf),
    notes: linked(item, "dcterms:isReferencedBy", byId).map((memo) =>
      markupText(textOf(childOf(memo, "rdf:value"))),
    ),
    attachments: attachments.flatMap(
      (file) => childOf(file, "rdf:resource")?.attributes.get("rdf:resource") ?? [],
    ),
  });
}

function named(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).filter((child) => child.name === name);
}

/** The elements that references with this name lead to. */
function linked(item: XmlElement, name: string, byId: ById): XmlElement[] {
  return named(item, name).flatMap((link) => {
    const id = link.attributes.get("rdf:resource")?.replace(/^#/, "");
    return (id === undefined ? undefined : byId.get(id)) ?? [];
  });
}

function authorsOf(item: XmlElement): string[] {
  const list = childOf(childOf(item, "bib:authors") ?? childOf(item, "bib:editors"), "rdf:Seq");
  return (list ? childrenOf(list) : []).map((entry) => {
    const person = childOf(entry, "foaf:Person");
    const names = ["foaf:givenName", "foaf:givenname", "foaf:surname"];
    return names
      .map((name) => textOf(childOf(person, name)).trim())
      .filter(Boolean)
      .join(" ");
  });
}

/** `DOI 10.1000/182` as a text, a URL in an element. */
function identifiersOf(element: XmlElement): string[] {
  return named(element, "dc:identifier").map((identifier) => {
    const url = childOf(childOf(identifier, "dcterms:URI"), "rdf:value");
    return textOf(url ?? identifier).trim();
  });
}
