/** Code points of zero in scripts with digits of their own. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];
/** Vowel marks of Arabic and Hebrew, and the tatweel, which stretches a line. */
const VOWEL_MARKS = /[\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u0640]/gu;

const ARABIC_VARIANTS: Readonly<Record<string, string>> = {
  "\u0623": "\u0627",
  "\u0625": "\u0627",
  "\u0622": "\u0627",
  "\u0671": "\u0627",
  "\u0649": "\u064a",
  "\u06cc": "\u064a",
  "\u06a9": "\u0643",
};

/** Latin letters that pass for Cyrillic ones inside a Cyrillic word. */
const CYRILLIC_TWINS: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  e: "е",
  k: "к",
  m: "м",
  o: "о",
  p: "р",
  t: "т",
  x: "х",
  y: "у",
};

/** The same key for spellings of a word that no reader tells apart. */
export function foldWord(raw: string): string {
  if (/^[a-z]+$/.test(raw)) return raw;
  const folded = raw.normalize("NFKC").toLowerCase();
  if (/^[a-z]+$/.test(folded)) return folded;
  const isMixed = /[a-z]/.test(folded) && /[\u0400-\u04ff]/.test(folded);
  const script = isMixed
    ? folded.replace(/[acekmoptxy]/g, (letter) => CYRILLIC_TWINS[letter] ?? letter)
    : folded;
  return (
    script
      .replace(VOWEL_MARKS, "")
      .replace(
        /[\u0622\u0623\u0625\u0649\u0671\u06a9\u06cc]/gu,
        (letter) => ARABIC_VARIANTS[letter] ?? letter,
      )
      .replaceAll("ß", "ss")
      // Stress marks of Russian textbooks.
      .replace(/(?<=[\u0400-\u04ff])[\u0300\u0301]/gu, "")
      .replaceAll("ё", "е")
      .normalize("NFC")
  );
}

/** Latin letters without their accents; other scripts keep theirs, where they make other letters. */
export function stripAccents(word: string): string {
  if (/^[a-z]*$/.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(/([a-z])[\u0300-\u036f]+/gu, "$1")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .normalize("NFC");
}

export function foldDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((candidate) => code >= candidate && code < candidate + 10);
    return zero === undefined ? digit.normalize("NFKC") : String(code - zero);
  });
}
