import { useId, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import { saveFile } from "../team/save-file.ts";
import { parseThemeFile, type ThemeChanges } from "./theme-file.ts";

const MAX_FILE_BYTES = 600_000;

/** A theme as a file: to keep it, or to bring it to another organization. */
export function ThemeFiles({
  theme,
  canUpload,
  onFile,
}: {
  theme: ThemeChanges;
  canUpload: boolean;
  onFile: (file: ThemeChanges) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const read = async (file: File | undefined) => {
    const text = file && file.size <= MAX_FILE_BYTES ? await file.text() : "";
    const parsed = parseThemeFile(text);
    setIsRefused(file !== undefined && parsed === null);
    if (parsed) onFile(parsed);
    if (input.current) input.current.value = "";
  };
  return (
    <div className="grid gap-3">
      <div>
        <Button onClick={() => saveFile("theme.json", `${JSON.stringify(theme, null, 2)}\n`)}>
          {t("Download as a file")}
        </Button>
      </div>
      {canUpload && (
        <div>
          <label htmlFor={id} className="font-medium text-sm">
            {t("Use a theme file")}
          </label>
          <p id={`${id}-hint`} className="text-soft text-sm">
            {t("It is shown in the preview first, and stored when you save.")}
          </p>
          <input
            id={id}
            ref={input}
            type="file"
            accept=".json,application/json"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => void read(target.files?.[0])}
            className="mt-1 min-h-8 max-w-full text-sm file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line file:bg-card file:px-2.5"
          />
        </div>
      )}
      {isRefused && (
        <p role="alert" className="text-bad text-sm">
          {t("This file is not a theme. Download the current one to see how it is written.")}
        </p>
      )}
    </div>
  );
}
