import { describe, expect, it } from "vitest";
import { html, nameOf } from "./html.ts";

describe("a page", () => {
  it("escapes texts, in attributes too", () => {
    const text = `<b>"'&`;
    expect(String(html`<p title="${text}">${text}</p>`)).toBe(
      '<p title="&lt;b&gt;&quot;&#39;&amp;">&lt;b&gt;&quot;&#39;&amp;</p>',
    );
  });

  it("keeps markup within markup", () => {
    const items = ["a", "<"].map((text) => html`<li>${text}</li>`);
    expect(String(html`<ul>${items}</ul>`)).toBe("<ul><li>a</li><li>&lt;</li></ul>");
  });

  it("leaves out what is false, null or undefined", () => {
    expect(String(html`<p>${false}${null}${undefined}${0}</p>`)).toBe("<p>0</p>");
  });

  it("shows no characters that cannot be seen, and keeps the order around a name", () => {
    expect(String(nameOf("Ol\u202eg\u200ba\n"))).toBe("<bdi>Olga</bdi>");
  });
});
