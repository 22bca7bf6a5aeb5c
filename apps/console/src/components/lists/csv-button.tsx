import { useState } from "react";
import { plural, t } from "../../language/messages.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { useToast } from "../toast.tsx";
import { saveCsv } from "./save-file.ts";

interface CsvFile {
  readonly text: string;
  readonly count: number;
  /** False if there are more rows than a file takes. */
  readonly isComplete: boolean;
}

interface CsvButtonProps {
  /** The beginning of the file's name. */
  readonly name: string;
  readonly load: () => Promise<CsvFile>;
  /** What the file has, where that is not plain. */
  readonly label?: string;
}

/** Saves the whole list, with the filters it has, as a file for spreadsheets. */
export function CsvButton({ name, load, label = "CSV" }: CsvButtonProps) {
  const toast = useToast();
  const [isLoading, setIsLoading] = useState(false);
  const save = async () => {
    setIsLoading(true);
    try {
      const { text, count, isComplete } = await load();
      saveCsv(name, text);
      toast(
        isComplete
          ? plural(count, "{count} row saved as CSV.", "{count} rows saved as CSV.")
          : t("The first {count} rows saved as CSV. Use filters for the others.", { count }),
      );
    } catch {
      toast(t("The file could not be made. Try again."));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <Button onClick={() => void save()} disabled={isLoading}>
      <Icon name="down" />
      {label}
    </Button>
  );
}
