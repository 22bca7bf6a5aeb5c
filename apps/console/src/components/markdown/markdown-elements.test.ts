import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { markdownElements } from "./markdown-elements.tsx";
import { MAX_MARKDOWN_LENGTH, parseMarkdown } from "./parse-markdown.ts";

describe("Markdown as elements", () => {
  it("has tables, lists, tasks, emphasis and code", () => {
    expect(html("| a | b |\n|---|--:|\n| 1 | 2 |")).toContain(
      '<td dir="auto" data-align="right">2</td>',
    );
    expect(html("- [x] done\n- [ ] open")).toContain('<li data-task="true">');
    expect(html("3. three")).toContain('<ol dir="auto" start="3">');
    expect(html("**a** _b_ ~~c~~ `d`")).toBe(
      '<p dir="auto"><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>',
    );
  });

  it("has headings below the page's, and leaves out no level", () => {
    expect(html("### a\n\n# b\n\n###### c").match(/<h\d/g)).toEqual(["<h4", "<h4", "<h5"]);
  });

  it("links to the web and to mailboxes alone, in a new tab", () => {
    expect(html("[a](https://example.org)")).toContain(
      '<a href="https://example.org/" title="https://example.org/" target="_blank" rel="noreferrer noopener">',
    );
    expect(html("[a](javascript:alert(1)) [b](/plans) [c]\n\n[c]: data:x")).not.toContain("<a");
  });

  it("shows HTML as text, images as their description, and definitions as they stand", () => {
    expect(html("<b onclick=x>a</b>\n\n<script>x</script>")).toBe(
      '<p dir="auto">&lt;b onclick=x&gt;a&lt;/b&gt;</p><p dir="auto">&lt;script&gt;x&lt;/script&gt;</p>',
    );
    expect(html("![chart](https://example.org/x.png)")).toContain("Image: chart");
    expect(html("![chart](https://example.org/x.png)")).not.toContain("<img");
    expect(html("[hidden]: https://example.org")).toContain("[hidden]: ");
    expect(html("a[^1]\n\n[^1]: note")).toContain("note");
  });

  it("keeps what Markdown does not show: titles of links and images, and the language of code", () => {
    expect(html('[a](https://example.org "b")')).toContain('title="https://example.org/ b"');
    expect(html('[a](javascript:x "b")')).toBe(
      '<p dir="auto"><bdi title="javascript:x b">a</bdi></p>',
    );
    expect(html('![a](https://example.org "b")')).toContain('title="https://example.org/ b"');
    expect(html("```js c\nd\n```")).toContain('<pre dir="ltr" title="js c">');
  });

  it("has a chip for each citation, a link where it leads somewhere", () => {
    expect(html("Yes [src:7#q2, clm:3] [own].")).toMatch(
      /title="Source 7, quote 2".*title="Claim 3".*title="Own conclusion of the assistant"/,
    );
    expect(html("[src:7] [clm:3]", ({ kind }) => (kind === "source" ? "#source" : null))).toMatch(
      /^<p dir="auto"><a href="#source" title="Source 7".*<bdi title="Claim 3"/,
    );
  });

  it.each([
    ["too long", "a *b* ".repeat(MAX_MARKDOWN_LENGTH)],
    ["with more rows than are parsed", `|a|\n|-|\n${"|b|\n".repeat(2_000)}`],
    ["with too many parts", "*a* ".repeat(9_000)],
  ])("is plain text when it is %s", (_, text) => {
    expect(html(text)).toBe("");
  });

  it.each([
    ">".repeat(30_000),
    "[".repeat(30_000),
    `${"*a ".repeat(5_000)}${"b* ".repeat(5_000)}`,
    "- ".repeat(20_000),
    "[a]: b\n".repeat(5_000),
  ])("ends for a text that is made to be slow", (text) => {
    expect(typeof html(text)).toBe("string");
  });
});

function html(text: string, citationHref?: (citation: { kind: string }) => string | null): string {
  const root = parseMarkdown(text);
  const elements = root && markdownElements(root, { headingLevel: 4, citationHref });
  return renderToStaticMarkup(createElement(Fragment, null, elements));
}
