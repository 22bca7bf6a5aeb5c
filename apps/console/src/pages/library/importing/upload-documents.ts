import { t } from "../../../language/messages.ts";
import type { ChosenFile } from "./chosen-files.ts";

interface FileReport {
  readonly path: string;
  readonly text: string;
}

export interface DocumentImportSummary {
  readonly isDryRun: boolean;
  readonly files: number;
  readonly imported: {
    readonly documents: number;
    readonly references: number;
    readonly notes: number;
  };
  readonly updated: number;
  readonly unchanged: number;
  readonly skippedCount: number;
  readonly skipped: readonly FileReport[];
  readonly otherKinds: { readonly files: number; readonly extensions: readonly string[] };
  readonly remarks: readonly FileReport[];
}

export interface UploadOptions {
  readonly isDryRun: boolean;
  readonly plan: string;
  readonly tags: string;
  /** From 0 to 1; null when it cannot be known. */
  readonly onProgress: (share: number | null) => void;
}

/** The first half is sending; then the server tells how far it is, a line at a time. */
export function uploadDocuments(
  files: readonly ChosenFile[],
  { isDryRun, plan, tags, onProgress }: UploadOptions,
): Promise<DocumentImportSummary> {
  const form = new FormData();
  form.append("paths", JSON.stringify(files.map(({ path }) => path)));
  for (const { file } of files) form.append("file", file);
  const query = new URLSearchParams({ dryRun: String(isDryRun), plan: plan.trim(), tags });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/import/documents?${query}`);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total / 2 : null);
    request.onprogress = () => onProgress(shareIn(request.responseText));
    request.onerror = () => reject(new Error(t("The server cannot be reached. Try again.")));
    request.onload = () => {
      const reply = lastLine(request.responseText);
      if (reply?.summary) resolve(reply.summary);
      else reject(new Error(reply?.message ?? t("The import failed.")));
    };
    request.send(form);
  });
}

interface Line {
  readonly done?: number;
  readonly total?: number;
  readonly summary?: DocumentImportSummary;
  readonly message?: string;
}

function shareIn(text: string): number | null {
  const { done = 0, total = 0 } = lastLine(text.slice(0, text.lastIndexOf("\n"))) ?? {};
  return total > 0 ? 0.5 + done / total / 2 : null;
}

function lastLine(text: string): Line | null {
  const lines = text.trimEnd();
  try {
    return JSON.parse(lines.slice(lines.lastIndexOf("\n") + 1));
  } catch {
    return null;
  }
}
