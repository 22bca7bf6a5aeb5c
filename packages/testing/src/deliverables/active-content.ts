import { linkTargets, partsOf, tagsOf } from "./read-back.ts";

const ALLOWED_TAGS =
  "!doctype html head meta title style body a blockquote br code dd del desc div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr img li main mark nav ol p path pre rect section span strong sup svg table tbody td text th thead tr ul".split(
    " ",
  );
const ALLOWED_ATTRIBUTES =
  "html lang dir charset http-equiv content name href rel id class start value scope aria-label title tabindex role src alt viewbox width height x y rx d fill stroke stroke-width stroke-dasharray stroke-linejoin font-size font-weight text-anchor direction data-value".split(
    " ",
  );

/** Everything in an HTML page that could run or load something: all that is not on the allowlist. */
export function activeInPage(html: string): string[] {
  const tags = tagsOf(html);
  // Every "<" of the page must belong to a checked tag.
  const opened = html.replace(/<style>[\s\S]*?<\/style>/, "").match(/<(?!\/)/g)?.length ?? 0;
  const attributes = new Set(tags.flatMap((tag) => Object.keys(tag.attributes)));
  const targets = tags.flatMap((tag) => tag.attributes.href ?? []);
  const images = tags.flatMap((tag) => tag.attributes.src ?? []);
  return [
    ...(tags.length === opened ? [] : [`${opened - tags.length} unreadable tags`]),
    ...tags.map(({ name }) => name).filter((name) => !ALLOWED_TAGS.includes(name)),
    ...[...attributes].filter((name) => !ALLOWED_ATTRIBUTES.includes(name)),
    ...targets.filter((target) => !/^(#|https?:\/\/|mailto:)/.test(target)),
    ...images.filter((image) => !/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(image)),
  ];
}

/** Active content of an office file: formulas, macros, connections, fields, and links that are not http(s). */
export function activeInOffice(bytes: Uint8Array): string[] {
  const parts = partsOf(bytes);
  const xml = Object.values(parts).join("\n");
  const fields = xml.match(/<w:instrText[^>]*>[^<]*/g) ?? [];
  const foreignFields = fields
    .map((field) => field.replace(/<[^>]*>/, "").trim())
    .filter((field) => !/^(TOC|PAGEREF|PAGE|NUMPAGES)\b/.test(field));
  return [
    ...(xml.match(/<f[\s>/]/g) ?? []),
    ...Object.keys(parts).filter((name) => /externalLink|vba|connections|oleObject/i.test(name)),
    ...foreignFields,
    ...linkTargets(bytes).filter((link) => !/^(https?:\/\/|mailto:)/.test(link)),
  ];
}
