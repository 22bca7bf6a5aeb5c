import type { HostContext } from "./host.ts";

/** Makes the card look as the host does. */
export function adoptHostContext(context: HostContext): void {
  const { dataset, style } = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") dataset.theme = context.theme;
  dataset.mode = context.displayMode === "fullscreen" ? "fullscreen" : "inline";
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith("--") && typeof value === "string") style.setProperty(name, value);
  }
}

/** The time of day as the host's person reads it; null for what is no moment. */
export function timeIn(moment: string, { locale, timeZone }: HostContext): string | null {
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return null;
  const form = { hour: "2-digit", minute: "2-digit" } as const;
  try {
    return time.toLocaleTimeString(locale, { ...form, ...(timeZone ? { timeZone } : {}) });
  } catch {
    return time.toLocaleTimeString(undefined, form);
  }
}
