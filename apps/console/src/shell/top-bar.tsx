import { Icon, type IconName } from "../components/icon.tsx";
import { KeyHint } from "../components/key-hint.tsx";
import { t } from "../language/messages.ts";
import { LiveIndicator } from "./live-indicator.tsx";
import { PauseButton } from "./pause-button.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "./theme.ts";
import { UserMenu } from "./user-menu.tsx";

export function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className="sticky top-0 z-10 flex h-12 items-center gap-3 border-line border-b bg-page px-4 md:px-8">
      <img src="/favicon.svg" alt="Trovella" className="size-5 shrink-0 md:hidden" />
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-8 min-w-0 items-center gap-2 rounded-md border border-strong-line bg-card px-2.5 text-soft text-sm hover:bg-hover sm:w-72"
      >
        <Icon name="search" />
        <span className="truncate">{t("Search or go to …")}</span>
        <span className="ml-auto hidden sm:inline">
          <KeyHint keys={/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K"} />
        </span>
      </button>
      <div className="ml-auto flex items-center gap-1 sm:gap-2">
        <LiveIndicator />
        <PauseButton />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  );
}

const LOOKS: Readonly<Record<Theme, { icon: IconName; label: string }>> = {
  system: { icon: "screen", label: t("System") },
  light: { icon: "sun", label: t("Light") },
  dark: { icon: "moon", label: t("Dark") },
};

function ThemeSwitch() {
  const theme = useTheme();
  const { icon, label } = LOOKS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <button
      type="button"
      onClick={() => chooseTheme(next)}
      aria-label={t("Theme: {theme}. Change to {next}", { theme: label, next: LOOKS[next].label })}
      className="flex min-h-8 items-center gap-1.5 rounded-md px-2 text-soft text-sm hover:bg-hover hover:text-text"
    >
      <Icon name={icon} />
      <span className="hidden sm:inline">{label}</span>
    </button>
  );
}
