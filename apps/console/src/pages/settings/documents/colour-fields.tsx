import { useId } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import { pickerColour } from "./theme-file.ts";

const MAX_SERIES = 5;
const NEXT_COLOUR = "#3F6FB0";

interface ColourProps {
  readonly label: string;
  readonly value: string;
  readonly onColour: (colour: string) => void;
}

/** A colour to pick or to write. */
export function ColourField({ label, hint, ...colour }: ColourProps & { hint: string }) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="font-medium text-sm">{label}</legend>
      <p id={id} className="mb-1 text-soft text-sm">
        {hint}
      </p>
      <ColourInputs label={label} {...colour} />
    </fieldset>
  );
}

function ColourInputs({ label, value, onColour }: ColourProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <input
        type="color"
        aria-label={t("Pick: {colour}", { colour: label })}
        value={pickerColour(value) ?? "#000000"}
        onChange={({ target }) => onColour(target.value.toUpperCase())}
        className="h-9 w-12 rounded-md border border-strong-line bg-card p-0.5"
      />
      <input
        aria-label={t("{colour} as digits", { colour: label })}
        value={value}
        maxLength={20}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={pickerColour(value) === null}
        onChange={({ target }) => onColour(target.value)}
        className="min-h-9 w-28 rounded-md border border-strong-line bg-card px-2.5 py-1 font-mono text-sm uppercase"
      />
    </span>
  );
}

/** The colours of charts; those that are missing follow from the brand colour. */
export function SeriesField({
  series,
  onSeries,
}: {
  series: readonly string[];
  onSeries: (series: readonly string[]) => void;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="font-medium text-sm">{t("Colours of charts")}</legend>
      <p id={id} className="mb-1 text-soft text-sm">
        {t("Up to five. Without any they follow the brand colour.")}
      </p>
      <ul className="grid gap-2">
        {series.map((colour, index) => {
          const label = t("Colour {number}", { number: index + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells one from the other while it is typed.
            <li key={index} className="flex flex-wrap items-center gap-2">
              <ColourInputs
                label={label}
                value={colour}
                onColour={(next) => onSeries(series.with(index, next))}
              />
              <Button
                kind="quiet"
                aria-label={t("Remove: {what}", { what: label })}
                onClick={() => onSeries(series.toSpliced(index, 1))}
              >
                {t("Remove")}
              </Button>
            </li>
          );
        })}
      </ul>
      {series.length < MAX_SERIES && (
        <Button className="mt-2" onClick={() => onSeries([...series, NEXT_COLOUR])}>
          {t("Add a colour")}
        </Button>
      )}
    </fieldset>
  );
}
