import { createElement, Fragment, type ReactNode } from "react";
import { language } from "./language.ts";

/** English text → its translation. Every folder of the console has its own part, in `german.ts`. */
export type Messages = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

let messages: Messages = {};

/** Called once, before any module with texts is loaded. */
export function loadMessages(translated: Messages): void {
  messages = translated;
}

/** The text in the page's language: `t("{count} of {total} steps done", { count, total })`. Texts are literals, so that a test finds them. */
export function t(text: string, values: Values = {}): string {
  return (messages[text] ?? text).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    valueText(values[name], placeholder),
  );
}

/** One of two texts by the number, which is `{count}` in both: `plural(n, "{count} step", "{count} steps")`. */
export function plural(count: number, one: string, many: string, values: Values = {}): string {
  const isOne = PLURAL_RULES.select(count) === "one";
  return t(isOne ? one : many, { count, ...values });
}

/** Like `t`, with elements in the text: `rich("Approved by {who}", { who: <Person … /> })`. */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = (messages[text] ?? text).split(/(\{\w+\})/);
  const children = parts.map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name !== undefined && name in values ? values[name] : part;
  });
  return createElement(Fragment, null, ...children);
}

/** A number as the page's language writes it. */
export function numberText(number: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(options).format(number);
}

/** A date or time as the page's language writes it, in the reader's zone. */
export function dateText(at: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).format(at);
}

const PLURAL_RULES = new Intl.PluralRules(language);
// Making a format takes a hundred times as long as using it.
const numberFormat = kept(
  (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(language, options),
);
const dateFormat = kept(
  (options: Intl.DateTimeFormatOptions = {}) => new Intl.DateTimeFormat(language, options),
);

/** Remembers what was made of the same options; the console has few of them. */
function kept<Options extends object, Made>(make: (options?: Options) => Made) {
  const made = new Map<string, Made>();
  return (options?: Options): Made => {
    const key = JSON.stringify(options ?? {});
    const found = made.get(key) ?? make(options);
    made.set(key, found);
    return found;
  };
}

function valueText(value: string | number | undefined, placeholder: string): string {
  if (value === undefined) return placeholder;
  return typeof value === "number" ? numberText(value) : value;
}
