import type { DocumentLanguage } from "../languages/language.ts";

export const PAPERS = ["a4", "letter"] as const;
export const COVERS = ["auto", "always", "never"] as const;

/** An image that was checked to be one. */
export interface Logo {
  readonly mediaType: "image/png" | "image/jpeg";
  /** Base64. */
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

/** How an organization's documents look. Everything else is derived from it. */
export interface Theme {
  readonly name: string;
  readonly logo: Logo | null;
  /** `#0F766E` */
  readonly brand: string;
  /** Colours of the series of charts; the defaults follow them. */
  readonly series: readonly string[];
  readonly headingFont: string;
  readonly bodyFont: string;
  /** At the foot of every page, beside the date. */
  readonly footer: string;
  readonly paper: (typeof PAPERS)[number];
  /** Of the labels; `auto` is the language of the text. */
  readonly language: DocumentLanguage | "auto";
  readonly cover: (typeof COVERS)[number];
}

export const DEFAULT_THEME: Theme = {
  name: "Trovella",
  logo: null,
  brand: "#0F766E",
  series: [],
  headingFont: "Calibri",
  bodyFont: "Calibri",
  footer: "",
  paper: "a4",
  language: "auto",
  cover: "auto",
};
