import { Choice } from "../../components/choice.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "../../shell/theme.ts";

const LABELS: Readonly<Record<Theme, string>> = {
  system: "System",
  light: "Light",
  dark: "Dark",
};
const OPTIONS = THEMES.map((value) => ({ value, label: LABELS[value] }));

export function ThemeChoice() {
  const chosen = useTheme();
  const choose = (themes: readonly Theme[]) =>
    chooseTheme(themes.find((theme) => theme !== chosen) ?? chosen);
  return (
    <>
      <Choice label="Theme" options={OPTIONS} chosen={[chosen]} onChange={choose} />
      <p className="mt-2 text-soft text-sm">Saved in this browser.</p>
    </>
  );
}
