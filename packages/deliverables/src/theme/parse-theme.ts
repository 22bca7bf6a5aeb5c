import { LANGUAGES } from "../languages/language.ts";
import { oneLine } from "../safe-text.ts";
import { parseHex } from "./colour.ts";
import { type LogoProblem, parseLogo } from "./logo.ts";
import { COVERS, DEFAULT_THEME, type Logo, PAPERS, type Theme } from "./theme.ts";

const MAX_NAME_CHARACTERS = 100;
const MAX_FOOTER_CHARACTERS = 200;
const MAX_SERIES = 5;
const MAX_NAMED_FIELDS = 5;
const FONT = /^[\p{L}\p{N}][\p{L}\p{N} ]{0,59}$/u;

/** What is wrong with a theme, by the field that it concerns; `theme` is the file itself. */
export interface ThemeProblem {
  readonly field: keyof Theme | "theme";
  readonly code: "invalid" | LogoProblem["code"];
  readonly message: string;
}

export type ParsedTheme =
  | { readonly theme: Theme; readonly problems: null }
  | { readonly theme: null; readonly problems: readonly ThemeProblem[] };

/** Reads a theme file. Missing fields have their default; all problems are named at once. */
export function parseTheme(value: unknown): ParsedTheme {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message =
      "A theme is a JSON object with fields such as `name` and `brand`. Next: download the current theme and change that file.";
    return { theme: null, problems: [{ field: "theme", code: "invalid", message }] };
  }
  const given = new Map<string, unknown>(Object.entries(value));
  const problems: ThemeProblem[] = unknownFields(given);
  const take = <Field extends keyof Theme>(field: Field, read: Reader<Theme[Field]>) =>
    takeField(given, problems, { field, read });
  const theme: Theme = {
    name: take("name", lineOf(MAX_NAME_CHARACTERS, { isRequired: true })),
    logo: take("logo", logoOf),
    brand: take("brand", colourOf),
    series: take("series", seriesOf),
    headingFont: take("headingFont", fontOf),
    bodyFont: take("bodyFont", fontOf),
    footer: take("footer", lineOf(MAX_FOOTER_CHARACTERS)),
    paper: take("paper", oneOf(PAPERS)),
    language: take("language", oneOf(["auto", ...LANGUAGES])),
    cover: take("cover", oneOf(COVERS)),
  };
  return problems.length > 0 ? { theme: null, problems } : { theme, problems: null };
}

/** A value, or what is wrong with it. */
type Reading<Value> = { readonly value: Value } | Pick<ThemeProblem, "code" | "message">;
type Reader<Value> = (given: unknown, field: string) => Reading<Value>;

function takeField<Field extends keyof Theme>(
  given: ReadonlyMap<string, unknown>,
  problems: ThemeProblem[],
  { field, read }: { readonly field: Field; readonly read: Reader<Theme[Field]> },
): Theme[Field] {
  const own = given.get(field);
  if (own === undefined) return DEFAULT_THEME[field];
  const reading = read(own, field);
  if ("value" in reading) return reading.value;
  problems.push({ field, code: reading.code, message: reading.message });
  return DEFAULT_THEME[field];
}

function unknownFields(given: ReadonlyMap<string, unknown>): ThemeProblem[] {
  const unknown = [...given.keys()].filter((key) => !(key in DEFAULT_THEME));
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MAX_NAMED_FIELDS).map((name) => `\`${oneLine(name, 40)}\``);
  const known = Object.keys(DEFAULT_THEME).join(", ");
  const message = `A theme has no ${names.join(", ")}. Its fields are ${known}.`;
  return [{ field: "theme", code: "invalid", message }];
}

function refused(message: string): Reading<never> {
  return { code: "invalid", message };
}

function lineOf(most: number, { isRequired = false } = {}): Reader<string> {
  return (given, field) => {
    const line = typeof given === "string" ? oneLine(given, most + 1) : null;
    if (line === null || line.length > most || (isRequired && line === "")) {
      return refused(
        `${field} is a text of ${isRequired ? "1 to" : "at most"} ${most} characters.`,
      );
    }
    return { value: line };
  };
}

function logoOf(given: unknown): Reading<Logo | null> {
  if (given === null || given === "") return { value: null };
  if (typeof given !== "string") {
    return refused("logo is a PNG or JPEG image as base64 or data URI, or null.");
  }
  const { logo, problem } = parseLogo(given);
  return logo ? { value: logo } : problem;
}

function colourOf(given: unknown, field: string): Reading<string> {
  const hex = typeof given === "string" ? parseHex(given) : null;
  return hex ? { value: `#${hex}` } : refused(`${field} is a colour such as #0F766E or #07F.`);
}

function seriesOf(given: unknown, field: string): Reading<readonly string[]> {
  const colours = Array.isArray(given) ? given.map((colour) => colourOf(colour, field)) : [];
  const read = colours.flatMap((colour) => ("value" in colour ? colour.value : []));
  if (!Array.isArray(given) || given.length > MAX_SERIES || read.length < given.length) {
    return refused(`series is a list of at most ${MAX_SERIES} colours such as #0F766E.`);
  }
  return { value: read };
}

function fontOf(given: unknown, field: string): Reading<string> {
  const name = typeof given === "string" ? given.trim().replace(/ +/g, " ") : "";
  if (FONT.test(name)) return { value: name };
  return refused(
    `${field} is the name of a font, such as Calibri: at most 60 letters, digits and spaces.`,
  );
}

function oneOf<Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return (given, field) => {
    const chosen = choices.find((choice) => choice === given);
    return chosen ? { value: chosen } : refused(`${field} is one of ${choices.join(", ")}.`);
  };
}
