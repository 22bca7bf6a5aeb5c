/** Copies of a sentence that say the same: what copying, converting and careful quoting do to it. */
import { pick, type Random, replaceOne } from "./random.ts";

/** The changed quote, and the changed page where the noise is on the page; null when the kind does not fit. */
export type Noise = (
  sentence: string,
  random: Random,
) => { readonly quote: string; readonly onPage?: string } | null;

const LONG_WORD = /(?<![\p{L}\p{N}])\p{Ll}{7,}(?![\p{L}\p{N}])/gu;

export const NOISE: Readonly<Record<string, Noise>> = {
  "curly quotes and dashes": (sentence) =>
    changed(
      sentence,
      sentence
        .replaceAll("'", "’")
        .replace(/"([^"]*)"/g, "“$1”")
        .replaceAll("-", "‐"),
    ),
  "spaces and line breaks": (sentence, random) =>
    changed(
      sentence,
      sentence.replace(/ /g, () => pick(random, [" ", "\n", "  ", "\u00a0"]) ?? " "),
    ),
  "hyphens at line ends": (sentence, random) =>
    quoted(
      replaceOne(random, sentence, LONG_WORD, (word) => `${word.slice(0, 4)}-\n${word.slice(4)}`),
    ),
  "soft hyphens": (sentence, random) =>
    quoted(
      replaceOne(
        random,
        sentence,
        LONG_WORD,
        (word) => `${word.slice(0, 3)}\u00ad${word.slice(3)}`,
      ),
    ),
  "HTML tags and entities": (sentence, random) =>
    quoted(
      replaceOne(
        random,
        sentence.replaceAll("&", "&amp;"),
        /\p{L}{4,}/gu,
        (word) => `<b>${word}</b>&nbsp;`,
      ),
    ),
  "Markdown marks": (sentence, random) =>
    quoted(replaceOne(random, sentence, /\p{L}{4,}/gu, (word) => `**${word}**`)),
  "first letter": (sentence) =>
    changed(sentence, sentence.charAt(0).toLowerCase() + sentence.slice(1)),
  capitals: (sentence) => changed(sentence, sentence.toUpperCase()),
  "decomposed and ligatures": (sentence) =>
    changed(sentence, sentence.normalize("NFD").replaceAll("fi", "ﬁ").replaceAll("fl", "ﬂ")),
  "full width": (sentence) =>
    changed(
      sentence,
      sentence.replace(/[0-9%]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    ),
  "number format": (sentence) =>
    changed(
      sentence,
      sentence
        .replace(/(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])/g, "$1 $2")
        .replace(/(\d) ?%/g, "$1 percent"),
    ),
  "typing slip": (sentence, random) =>
    quoted(replaceOne(random, sentence, LONG_WORD, (word) => slip(word, random))),
  "small word left out": (sentence, random) =>
    quoted(
      replaceOne(
        random,
        sentence,
        /(?<=\p{Ll} )(?:the|an?) (?!(?:most|more|only|other|same|few|little|lot|number|majority|whole|total|average|first|least)\b)(?=\p{Ll}{4})/gu,
        () => "",
      ),
    ),
  "scanning errors": (sentence, random) =>
    quoted(replaceOne(random, sentence, /\p{Ll}+(?:rn|m|l)\p{Ll}+/gu, misread)),
  "clarification in brackets": (sentence, random) =>
    quoted(
      replaceOne(
        random,
        sentence,
        /(?<![\p{L}’'])(?:it|they|he|she|them|this)(?= \p{Ll})/giu,
        (word) => pick(random, [`[the authors]`, `${word} [the authors]`]) ?? null,
      ),
    ),
  "footnote marks on the page": (sentence, random) =>
    onPage(
      sentence,
      replaceOne(random, sentence, /\p{L}{4,}(?=[ ,])/gu, (word) => `${word}[12]`),
    ),
  "page furniture": (sentence, random) =>
    onPage(
      sentence,
      replaceOne(
        random,
        sentence,
        /(?<=\p{Ll}) (?=\p{Ll})/gu,
        () => "\n\n14\n\nReport of the Committee\n\n",
      ),
    ),
  "tags on the page": (sentence, random) =>
    onPage(
      sentence,
      replaceOne(random, sentence, /\p{L}{4,}/gu, (word) => `<a href="/x?a=1&amp;b=2">${word}</a>`),
    ),
};

function quoted(quote: string | null): { quote: string } | null {
  return quote === null ? null : { quote };
}

function changed(sentence: string, quote: string): { quote: string } | null {
  return quote === sentence ? null : { quote };
}

function onPage(sentence: string, page: string | null): { quote: string; onPage: string } | null {
  return page === null ? null : { quote: sentence, onPage: page };
}

function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 3));
  const kind = Math.floor(random() * 4);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return `${word.slice(0, at)}${word[at]}${word.slice(at)}`;
  if (kind === 2) return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return `${word.slice(0, at)}${pick(random, [..."aeiorstnl"])}${word.slice(at + 1)}`;
}

function misread(word: string): string {
  if (word.includes("rn")) return word.replace("rn", "m");
  return /.m./u.test(word) ? word.replace(/(?<=.)m(?=.)/u, "rn") : word.replace(/(?<=.)l/u, "1");
}
