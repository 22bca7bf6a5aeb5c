import type { Element, Root } from "hast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";

const SHAPE = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "data-value",
];

/** Defence in depth: the tree is safe by construction, and this allowlist is applied again on output. */
const SCHEMA = {
  ...defaultSchema,
  clobberPrefix: "",
  tagNames:
    "a blockquote br code dd del desc div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr img li main mark nav ol p path pre rect section span strong sup svg table tbody td text th thead title tr ul".split(
      " ",
    ),
  attributes: {
    "*": ["id", "className", "dir"],
    a: ["href", "rel", "ariaLabel"],
    div: ["tabIndex", "role", "ariaLabel"],
    img: ["src", "alt", "width", "height"],
    nav: ["ariaLabel"],
    sup: ["title"],
    li: ["value"],
    ol: ["start"],
    th: ["scope"],
    svg: ["viewBox", "width", "height", "role", "font-size", "fill", "direction"],
    rect: ["x", "y", "width", "height", "rx", ...SHAPE],
    path: ["d", ...SHAPE],
    text: ["x", "y", "text-anchor", "font-size", "font-weight", "fill"],
  },
  protocols: { href: ["http", "https", "mailto"], src: ["data"] },
};

const writer = unified()
  .use(rehypeSanitize, SCHEMA)
  .use(rehypeStringify, { closeEmptyElements: true, tightSelfClosing: true })
  .freeze();

/** The only serializer: elements outside the allowlist are dropped. */
export function toHtml(page: Element): string {
  const root: Root = { type: "root", children: [page] };
  return writer.stringify(writer.runSync(root) as Root);
}

export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
