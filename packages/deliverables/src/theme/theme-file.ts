import type { Theme } from "./theme.ts";

/** A theme as files, the database and the API hold it: plain JSON, with the logo as a data URI. */
export interface ThemeFile extends Omit<Theme, "logo"> {
  readonly logo: string | null;
}

export function themeFile({ logo, ...theme }: Theme): ThemeFile {
  return { ...theme, logo: logo && `data:${logo.mediaType};base64,${logo.data}` };
}
