import { type Palette, paletteOf } from "../theme/palette.ts";
import { DEFAULT_THEME, type Theme } from "../theme/theme.ts";
import { STYLE_RULES } from "./style-rules.ts";

/** The look of a page: the theme's colours and fonts as variables, and the rules that use them. */
export function styleFor(theme: Theme): string {
  const { light, dark } = paletteOf(theme);
  const shared = `--cover:#${light.coverGround};--cover-soft:#${light.coverSoft};--cover-line:#${light.accent};--body-font:${fonts(theme.bodyFont)};--heading-font:${fonts(theme.headingFont)}`;
  return `
:root{color-scheme:light dark;${variables(light)};${shared}}
@media screen and (prefers-color-scheme:dark){:root{${variables(dark)}}}
:root{--chart-ink:var(--ink);--chart-soft:var(--soft);--chart-line:var(--line);--chart-page:var(--page)}
${STYLE_RULES}`;
}

const SYSTEM_FONTS = `-apple-system,"Segoe UI","Noto Sans",system-ui,"Helvetica Neue",Arial,sans-serif`;

/** A font that a theme chooses comes before those of the system. */
function fonts(chosen: string): string {
  const name = chosen.replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  return name === "" || name === DEFAULT_THEME.bodyFont
    ? SYSTEM_FONTS
    : `"${name}",${SYSTEM_FONTS}`;
}

function variables(palette: Palette): string {
  const { ink, soft, deep, accent, tint, panel, line, page, muted, wrong, series, chips } = palette;
  const colours = { ink, soft, deep, accent, tint, panel, line, page, wrong, "chart-muted": muted };
  return [
    ...Object.entries(colours).map(([name, colour]) => `--${name}:#${colour}`),
    ...series.map((colour, index) => `--chart-${index + 1}:#${colour}`),
    ...Object.entries(chips).map(
      ([name, { ground, text }]) => `--${name}:#${ground};--${name}-text:#${text}`,
    ),
  ].join(";");
}
