import type { Definition, Nodes, Parents, Root, Table } from "mdast";
import type { ReactNode } from "react";
import { splitCitations } from "../../format/citation-markers.ts";
import { t } from "../../language/messages.ts";
import { Scroller } from "../scroller.tsx";
import { CitationChips, type CitationHref } from "./citation-chips.tsx";
import { safeHref } from "./safe-href.ts";

/** More elements would be felt while they are laid out. */
const MAX_NODES = 8_000;
const MAX_DEPTH = 60;

interface Options {
  readonly headingLevel: number;
  readonly citationHref: CitationHref | undefined;
}

interface Rendering extends Options {
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Of the heading before, so that no level is left out. */
  level: number;
}

/** The tree as React elements, or null if it has too many parts. Whatever the tree holds, nothing in it is active. */
export function markdownElements(root: Root, options: Options): ReactNode[] | null {
  const definitions = new Map<string, Definition>();
  if (!isWithinBounds(root, definitions)) return null;
  return childrenOf(root, { ...options, definitions, level: options.headingLevel - 1 });
}

function isWithinBounds(root: Root, definitions: Map<string, Definition>): boolean {
  const waiting: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  for (let count = 0; waiting.length > 0; count++) {
    const next = waiting.pop();
    if (!next || count > MAX_NODES || next.depth > MAX_DEPTH) return false;
    const { node, depth } = next;
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if (!("children" in node)) continue;
    for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
  return true;
}

function childrenOf(parent: Parents, rendering: Rendering): ReactNode[] {
  return parent.children.map((child, index) => elementOf(child, { key: index, rendering }));
}

interface Place {
  readonly key: number;
  readonly rendering: Rendering;
}

function elementOf(node: Nodes, { key, rendering }: Place): ReactNode {
  switch (node.type) {
    case "text":
    case "html":
      return words(node.value, { key, rendering });
    case "paragraph":
      return (
        <p key={key} dir="auto">
          {childrenOf(node, rendering)}
        </p>
      );
    case "heading": {
      rendering.level = Math.min(rendering.headingLevel + node.depth - 1, rendering.level + 1, 6);
      const Heading = `h${rendering.level}` as "h6";
      return (
        <Heading key={key} dir="auto">
          {childrenOf(node, rendering)}
        </Heading>
      );
    }
    case "strong":
      return <strong key={key}>{childrenOf(node, rendering)}</strong>;
    case "emphasis":
      return <em key={key}>{childrenOf(node, rendering)}</em>;
    case "delete":
      return <del key={key}>{childrenOf(node, rendering)}</del>;
    case "inlineCode":
      return <code key={key}>{node.value}</code>;
    case "code":
      return (
        <Scroller key={key} label={t("Code")}>
          <pre dir="ltr" title={joined(node.lang, node.meta)}>
            <code>{node.value}</code>
          </pre>
        </Scroller>
      );
    case "blockquote":
      return (
        <blockquote key={key} dir="auto">
          {childrenOf(node, rendering)}
        </blockquote>
      );
    case "list": {
      const List = node.ordered ? "ol" : "ul";
      return (
        <List key={key} dir="auto" start={node.ordered ? (node.start ?? 1) : undefined}>
          {childrenOf(node, rendering)}
        </List>
      );
    }
    case "listItem":
      return (
        <li key={key} data-task={node.checked ?? undefined}>
          {typeof node.checked === "boolean" && <TaskMark isDone={node.checked} />}
          {childrenOf(node, rendering)}
        </li>
      );
    case "table":
      return tableOf(node, { key, rendering });
    case "link":
      return linkOf(node, node, { key, rendering });
    case "linkReference":
      return linkOf(rendering.definitions.get(node.identifier), node, { key, rendering });
    case "image":
      return imageOf(node.alt, node, key);
    case "imageReference":
      return imageOf(node.alt, rendering.definitions.get(node.identifier), key);
    case "footnoteReference":
      return <sup key={key}>{node.label ?? node.identifier}</sup>;
    case "footnoteDefinition":
      return (
        <div key={key} dir="auto" className="text-soft text-sm">
          <sup>{node.label ?? node.identifier}</sup> {childrenOf(node, rendering)}
        </div>
      );
    case "definition":
      // Seen, since nobody may be shown less than was written.
      return (
        <p key={key} dir="auto" className="text-soft text-sm">
          {`[${node.label ?? node.identifier}]: `}
          <SafeLink target={node}>{node.url}</SafeLink>
          {node.title && ` ${node.title}`}
        </p>
      );
    case "break":
      return <br key={key} />;
    case "thematicBreak":
      return <hr key={key} />;
    default:
      return "value" in node ? node.value : null;
  }
}

/** Words with their line breaks, and chips for citations. */
function words(value: string, { key, rendering }: Place): ReactNode {
  const parts = splitCitations(value);
  if (parts.every((part) => typeof part === "string")) return value;
  return parts.map((part, index) =>
    typeof part === "string" ? (
      beforeChip(part, index < parts.length - 1)
    ) : (
      <CitationChips
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order
        key={`${key}-${index}`}
        citations={part}
        hrefOf={rendering.citationHref}
      />
    ),
  );
}

/** A chip never begins a line of its own. */
function beforeChip(text: string, isBefore: boolean): string {
  return isBefore ? text.replace(/\s+$/, "\u00a0") : text;
}

/** Of a link or an image, or of the definition that it names. */
type Target = Pick<Definition, "url" | "title">;

function linkOf(target: Target | undefined, node: Parents, { key, rendering }: Place): ReactNode {
  return (
    <SafeLink key={key} target={target}>
      {childrenOf(node, rendering)}
    </SafeLink>
  );
}

function imageOf(
  alt: string | null | undefined,
  target: Target | undefined,
  key: number,
): ReactNode {
  return (
    <SafeLink key={key} target={target}>
      {alt ? t("Image: {alt}", { alt }) : t("Image")}
    </SafeLink>
  );
}

/** Pointed at, it says where it leads and what its title is. */
function SafeLink({ target, children }: { target: Target | undefined; children: ReactNode }) {
  const href = safeHref(target?.url);
  if (!href) return <bdi title={joined(target?.url, target?.title)}>{children}</bdi>;
  return (
    <a href={href} title={joined(href, target?.title)} target="_blank" rel="noreferrer noopener">
      <bdi>{children}</bdi>
    </a>
  );
}

function joined(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.filter(Boolean).join(" ") || undefined;
}

function TaskMark({ isDone }: { isDone: boolean }) {
  return (
    <>
      <span aria-hidden="true">{isDone ? "☑ " : "☐ "}</span>
      <span className="sr-only">{isDone ? t("Done:") : t("Not done:")} </span>
    </>
  );
}

function tableOf(node: Table, { key, rendering }: Place): ReactNode {
  const [head, ...rows] = node.children;
  const align = node.align ?? [];
  return (
    <Scroller key={key} label={t("Table")}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, column) => {
              const Cell = cell.children.length > 0 ? "th" : "td";
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes its order
                <Cell key={column} dir="auto" data-align={align[column] ?? undefined}>
                  {childrenOf(cell, rendering)}
                </Cell>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes its order
            <tr key={index}>
              {row.children.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes its order
                <td key={column} dir="auto" data-align={align[column] ?? undefined}>
                  {childrenOf(cell, rendering)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
