import { Choice } from "../../components/choice.tsx";
import {
  chooseLanguage,
  LANGUAGES,
  type Language,
  languageChoice,
} from "../../language/language.ts";
import { t } from "../../language/messages.ts";
import { ShortcutList } from "../../shell/shortcut-list.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "../../shell/theme.ts";
import { SettingsSection } from "./settings-section.tsx";

export function GeneralArea() {
  return (
    <>
      <SettingsSection title={t("Language")}>
        <LanguageChoice />
      </SettingsSection>
      <SettingsSection title={t("Appearance")}>
        <ThemeChoice />
      </SettingsSection>
      <div className="[@media(hover:none)]:hidden">
        <SettingsSection title={t("Keyboard")}>
          <ShortcutList />
        </SettingsSection>
      </div>
    </>
  );
}

/** A language is named in itself, for those who cannot read the page. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };
const LANGUAGE_OPTIONS = [
  { value: "system" as const, label: t("System") },
  ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
];

function LanguageChoice() {
  const chosen = languageChoice ?? "system";
  const choose = (languages: readonly (Language | "system")[]) => {
    const next = languages.find((each) => each !== chosen);
    if (next) chooseLanguage(next === "system" ? null : next);
  };
  return (
    <>
      <Choice
        label={t("Language")}
        options={LANGUAGE_OPTIONS}
        chosen={[chosen]}
        onChange={choose}
      />
      <p className="mt-2 text-soft text-sm">
        {t(
          "Saved in this browser. Times are in your time zone. What assistants and people wrote stays in its own language, and some messages of the server are English.",
        )}
      </p>
    </>
  );
}

const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: t("System"),
  light: t("Light"),
  dark: t("Dark"),
};
const THEME_OPTIONS = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }));

function ThemeChoice() {
  const chosen = useTheme();
  const choose = (themes: readonly Theme[]) =>
    chooseTheme(themes.find((theme) => theme !== chosen) ?? chosen);
  return (
    <>
      <Choice label={t("Theme")} options={THEME_OPTIONS} chosen={[chosen]} onChange={choose} />
      <p className="mt-2 text-soft text-sm">{t("Saved in this browser.")}</p>
    </>
  );
}
