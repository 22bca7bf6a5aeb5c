import { useId } from "react";
import { Select } from "../../../components/select.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { t } from "../../../language/messages.ts";
import { ColourField, SeriesField } from "./colour-fields.tsx";
import { LogoField } from "./logo-field.tsx";
import type { ThemeFile } from "./theme-file.ts";

const PAPER_NAMES = { a4: "A4", letter: "US Letter" } as const;
/** Languages are named in themselves. */
const LANGUAGE_NAMES = {
  auto: t("That of the report"),
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ja: "日本語",
  zh: "中文",
  ar: "العربية",
} as const;
const PAPERS = optionsOf(PAPER_NAMES);
const LANGUAGES = optionsOf(LANGUAGE_NAMES);
const COVERS = [
  { value: "auto" as const, label: t("For longer reports") },
  { value: "always" as const, label: t("Always") },
  { value: "never" as const, label: t("Never") },
];
/** On most computers with Office. */
const FONTS = ["Calibri", "Cambria", "Arial", "Aptos", "Georgia", "Times New Roman", "Verdana"];

interface ThemeFieldsProps {
  readonly theme: ThemeFile;
  readonly onChange: (change: Partial<ThemeFile>) => void;
}

export function ThemeFields({ theme, onChange }: ThemeFieldsProps) {
  const fonts = useId();
  return (
    <div className="grid gap-5">
      <TextField
        label={t("Name")}
        value={theme.name}
        maxLength={100}
        onText={(name) => onChange({ name })}
      />
      <LogoField logo={theme.logo} onLogo={(logo) => onChange({ logo })} />
      <ColourField
        label={t("Brand colour")}
        hint={t("All other colours follow from it. It is darkened where it could not be read.")}
        value={theme.brand}
        onColour={(brand) => onChange({ brand })}
      />
      <SeriesField series={theme.series} onSeries={(series) => onChange({ series })} />
      <TextField
        label={t("Font of headings")}
        hint={t("Word, Excel and PowerPoint use it where the reader has it.")}
        value={theme.headingFont}
        maxLength={60}
        list={fonts}
        onText={(headingFont) => onChange({ headingFont })}
      />
      <TextField
        label={t("Font of text")}
        value={theme.bodyFont}
        maxLength={60}
        list={fonts}
        onText={(bodyFont) => onChange({ bodyFont })}
      />
      <datalist id={fonts}>
        {FONTS.map((font) => (
          <option key={font} value={font} />
        ))}
      </datalist>
      <TextField
        label={t("Footer")}
        hint={t("On every page, beside date and version.")}
        value={theme.footer}
        maxLength={200}
        onText={(footer) => onChange({ footer })}
      />
      <Choices theme={theme} onChange={onChange} />
    </div>
  );
}

function Choices({ theme, onChange }: ThemeFieldsProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3">
      <dt className="font-medium text-sm">{t("Paper")}</dt>
      <dd>
        <Select
          label={t("Paper")}
          options={PAPERS}
          chosen={theme.paper}
          onChange={(paper) => paper && onChange({ paper })}
        />
      </dd>
      <dt className="font-medium text-sm">{t("Language of labels")}</dt>
      <dd>
        <Select
          label={t("Language of labels")}
          options={LANGUAGES}
          chosen={theme.language}
          onChange={(chosen) => chosen && onChange({ language: chosen })}
        />
      </dd>
      <dt className="font-medium text-sm">{t("Cover page")}</dt>
      <dd>
        <Select
          label={t("Cover page")}
          options={COVERS}
          chosen={theme.cover}
          onChange={(cover) => cover && onChange({ cover })}
        />
      </dd>
    </dl>
  );
}

function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  const values = Object.keys(names) as Value[];
  return values.map((value) => ({ value, label: names[value] }));
}
