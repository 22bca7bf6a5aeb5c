import { t } from "../../../language/messages.ts";
import { EVENT_LABELS, EVENT_TYPES, type EventType } from "./event-labels.ts";

interface EventChoiceProps {
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: EventType[]) => void;
}

export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  return (
    <fieldset className="my-3">
      <legend className="font-medium text-sm">{t("Tell it when")}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChange(
                  EVENT_TYPES.filter((each) =>
                    each === type ? target.checked : chosen.includes(each),
                  ),
                )
              }
              className="size-4 shrink-0 accent-accent"
            />
            {EVENT_LABELS[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
