import type { ResearchDocument } from "../../document.ts";
import type { DocumentLanguage } from "../../languages/language.ts";
import { type Palette, paletteOf } from "../../theme/palette.ts";

/** What the XML of every part needs to know. */
export interface DeckStyle {
  readonly palette: Palette;
  readonly isMirrored: boolean;
  /** `en-GB` */
  readonly languageTag: string;
  readonly headingFont: string;
  readonly bodyFont: string;
  /** For scripts that the theme's fonts do not have. */
  readonly eastAsianFont: string;
  readonly complexFont: string;
  /** A colour of the palette, by its place in the theme where it has one, so that recipients can change it. */
  colour(hex: string): string;
}

const LANGUAGE_TAGS: Readonly<Record<DocumentLanguage, string>> = {
  en: "en-GB",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  pt: "pt-PT",
  ja: "ja-JP",
  zh: "zh-CN",
  ar: "ar-SA",
};
const EAST_ASIAN_FONTS: Partial<Record<DocumentLanguage, string>> = {
  ja: "Yu Gothic",
  zh: "Microsoft YaHei",
};

/** The colours of the theme part by their names in slides. */
export function themeColours(palette: Palette): Readonly<Record<string, string>> {
  const { ink, page, deep, tint, series, accent, muted } = palette;
  return {
    tx1: ink,
    bg1: page,
    tx2: deep,
    bg2: tint,
    accent1: series[0],
    accent2: series[1],
    accent3: series[2],
    accent4: series[3],
    accent5: series[4],
    // Charts may have colours of their own beside the brand's.
    accent6: accent === series[0] ? muted : accent,
  };
}

export function deckStyle({ theme, language, direction }: ResearchDocument): DeckStyle {
  const palette = paletteOf(theme).light;
  const names = new Map(Object.entries(themeColours(palette)).map(([name, hex]) => [hex, name]));
  return {
    palette,
    isMirrored: direction === "rtl",
    languageTag: LANGUAGE_TAGS[language],
    headingFont: theme.headingFont,
    bodyFont: theme.bodyFont,
    eastAsianFont: EAST_ASIAN_FONTS[language] ?? "",
    complexFont: "Arial",
    colour: (hex) => {
      const name = names.get(hex);
      return name ? `<a:schemeClr val="${name}"/>` : `<a:srgbClr val="${hex}"/>`;
    },
  };
}
