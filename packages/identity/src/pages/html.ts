import { html as honoHtml } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Markup = HtmlEscapedString;

type Value = string | number | false | null | undefined | Markup | readonly Markup[];

/** Escapes every text in it, and removes characters that cannot be seen: they could make one name look like another. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const visible = values.map((value) =>
    typeof value === "string" ? withoutInvisible(value) : value,
  );
  const markup = honoHtml(strings, ...visible);
  if (markup instanceof Promise) throw new Error("Pages are rendered synchronously.");
  return markup;
}

/** A name that a user chose; the text around it keeps its order, whatever the direction of its script. */
export function nameOf(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** Markup is a String object, which `typeof` does not call a string. */
function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
}
