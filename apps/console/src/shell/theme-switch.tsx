import { Icon, type IconName } from "../components/icon.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "./theme.ts";

const LOOKS: Readonly<Record<Theme, { icon: IconName; label: string }>> = {
  system: { icon: "screen", label: "System" },
  light: { icon: "sun", label: "Light" },
  dark: { icon: "moon", label: "Dark" },
};

/** One button that cycles through the themes. */
export function ThemeSwitch() {
  const theme = useTheme();
  const { icon, label } = LOOKS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <button
      type="button"
      onClick={() => chooseTheme(next)}
      aria-label={`Theme: ${label}. Change to ${LOOKS[next].label}`}
      className="flex min-h-8 items-center gap-1.5 rounded-md px-2 text-soft text-sm hover:bg-hover hover:text-text"
    >
      <Icon name={icon} />
      <span className="hidden sm:inline">{label}</span>
    </button>
  );
}
