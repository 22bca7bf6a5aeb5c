import { type DragEvent, useId, useState } from "react";
import { t } from "../../../language/messages.ts";
import { type ChosenFile, chosenFiles, droppedFiles } from "./chosen-files.ts";

const INPUT =
  "min-h-8 max-w-full text-sm file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line file:bg-card file:px-2.5";

interface DropZoneProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: ChosenFile[]) => void;
}

/** Files by dropping, or by the browser's own dialogs, which keys reach. */
export function DropZone({ isDisabled, onFiles }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
    <section
      aria-label={t("Files to import")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`rounded-lg border-2 border-dashed px-5 py-6 ${isOver ? "border-accent bg-hover" : "border-strong-line bg-card"}`}
    >
      <p className="mb-3 font-medium">{t("Drop files here, or choose them")}</p>
      <div className="grid gap-3">
        <div>
          <label htmlFor={`${id}-files`} className="block text-sm">
            {t("Files, up to 100 MB together")}
          </label>
          <input
            id={`${id}-files`}
            type="file"
            multiple
            disabled={isDisabled}
            className={INPUT}
            onChange={({ target }) => onFiles(chosenFiles(target.files))}
          />
        </div>
        <div>
          <label htmlFor={`${id}-folder`} className="block text-sm">
            {t("A folder of notes")}
          </label>
          <input
            id={`${id}-folder`}
            type="file"
            disabled={isDisabled}
            className={INPUT}
            ref={(input) => input?.setAttribute("webkitdirectory", "")}
            onChange={({ target }) => onFiles(chosenFiles(target.files))}
          />
        </div>
      </div>
    </section>
  );
}
