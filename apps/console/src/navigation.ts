import type { IconName } from "./components/icon.tsx";

/** The pages of the rail, in order. A page gets its line here when it exists. */
export const PAGES = [
  { to: "/", label: "Home", icon: "home", keys: "g h" },
  { to: "/plans", label: "Plans", icon: "plans", keys: "g p" },
] as const satisfies readonly {
  to: string;
  label: string;
  icon: IconName;
  keys: string;
}[];
