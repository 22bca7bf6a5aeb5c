import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { numberText, plural, t } from "../../../language/messages.ts";
import { bytesOf, type ChosenFile, MAX_BYTES, MAX_FILES } from "./chosen-files.ts";
import { DropZone } from "./drop-zone.tsx";
import { ImportResult } from "./import-result.tsx";
import { uploadDocuments } from "./upload-documents.ts";

/** Documents, notes and bibliographies into the library: chosen, checked, then imported. */
export function ImportPage() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [plan, setPlan] = useState("");
  const [tags, setTags] = useState("");
  const [share, setShare] = useState<number | null>(0);
  const upload = useMutation({
    networkMode: "always",
    mutationFn: ({ chosen, isDryRun }: { chosen: readonly ChosenFile[]; isDryRun: boolean }) =>
      uploadDocuments(chosen, { isDryRun, plan, tags, onProgress: setShare }),
    onSuccess: ({ isDryRun }) => {
      if (!isDryRun) void queryClient.invalidateQueries();
    },
  });
  const problem = problemOf(files);
  const run = (chosen: readonly ChosenFile[], isDryRun: boolean) => {
    setShare(0);
    upload.mutate({ chosen, isDryRun });
  };
  const choose = (chosen: readonly ChosenFile[]) => {
    setFiles(chosen);
    upload.reset();
    if (chosen.length > 0 && problemOf(chosen) === null) run(chosen, true);
  };
  return (
    <>
      <PageHeader
        title={t("Import documents")}
        actions={
          <TextLink to="/library" className="inline-flex min-h-8 items-center text-sm">
            {t("Back to the library")}
          </TextLink>
        }
      >
        {t(
          "Markdown, text, web pages, Word and PDF files, BibTeX, RIS, CSL JSON, exports of Zotero, folders of notes, and zip files of these. Nothing is imported twice.",
        )}
      </PageHeader>
      <div className="grid max-w-3xl gap-5">
        <DropZone isDisabled={upload.isPending} onFiles={choose} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Tags, separated by commas")}
            value={tags}
            onText={setTags}
            maxLength={1_000}
          />
          <TextField
            label={t("Plan to which they belong, by its handle")}
            value={plan}
            onText={setPlan}
            maxLength={100}
            spellCheck={false}
          />
        </div>
        {files.length > 0 && (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              kind="primary"
              disabled={problem !== null || upload.isPending || upload.data?.isDryRun !== true}
              onClick={() => run(files, false)}
            >
              {t("Import documents")}
            </Button>
            {upload.error && problem === null && (
              <Button onClick={() => run(files, true)}>{t("Check again")}</Button>
            )}
            <span className="text-soft text-sm">
              {plural(files.length, "{count} file, {size} MB", "{count} files, {size} MB", {
                size: numberText(bytesOf(files) / 1e6, { maximumFractionDigits: 1 }),
              })}
            </span>
          </div>
        )}
        {(problem ?? upload.error?.message) && (
          <p role="alert" className="text-bad">
            {problem ?? upload.error?.message}
          </p>
        )}
        <div aria-live="polite">
          {upload.isPending && <Running share={share} isDryRun={upload.variables.isDryRun} />}
          {upload.data && <ImportResult summary={upload.data} />}
        </div>
      </div>
    </>
  );
}

function Running({ share, isDryRun }: { share: number | null; isDryRun: boolean }) {
  const words = isDryRun ? t("Checking the files…") : t("Importing…");
  return (
    <>
      <progress className="w-full" max={1} value={share ?? undefined} aria-label={words} />
      <p className="text-soft text-sm">{words}</p>
    </>
  );
}

function problemOf(files: readonly ChosenFile[]): string | null {
  if (files.length > MAX_FILES)
    return t("More than {max} files. Pack them into a zip file, or run {command} on the server.", {
      max: MAX_FILES,
      command: "trovella import",
    });
  if (bytesOf(files) > MAX_BYTES)
    return t("More than 100 MB. Import them in parts, or run {command} on the server.", {
      command: "trovella import",
    });
  return null;
}
