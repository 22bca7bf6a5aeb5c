import type { Messages } from "./messages.ts";

const parts = import.meta.glob<Messages>("../**/german.ts", { eager: true, import: "german" });

/** All German texts; loaded only for pages in German. */
export const germanMessages: Messages = Object.assign({}, ...Object.values(parts));
