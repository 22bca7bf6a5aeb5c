import type { DeckStyle } from "./deck-style.ts";

/** Which colours of the theme the names in slides stand for. */
export const COLOUR_MAP =
  'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';

/** PowerPoint wants effects named even where there are none. */
export function background(hex: string, { colour }: DeckStyle): string {
  return `<p:bg><p:bgPr><a:solidFill>${colour(hex)}</a:solidFill><a:effectLst/></p:bgPr></p:bg>`;
}
