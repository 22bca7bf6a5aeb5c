import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCan, useTeam } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { useToast } from "../../../components/toast.tsx";
import { t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { ConfirmedChange } from "../team/rows.tsx";
import { ThemeFields } from "./theme-fields.tsx";
import { isSameTheme, type ThemeChanges } from "./theme-file.ts";
import { ThemeFiles } from "./theme-files.tsx";
import { ThemePreview } from "./theme-preview.tsx";
import { ThemeProblems } from "./theme-problems.tsx";
import { UnsavedChanges } from "./unsaved-changes.tsx";

type Current = Replies["theme"]["current"];

/** What is changed here lies over the stored theme until it is saved. */
export function ThemeEditor({ current }: { current: Current }) {
  const { theme: stored, isDefault } = current;
  const [changes, setChanges] = useState<ThemeChanges>({});
  const isAdmin = useCan("admin");
  const canChange = useTeam() === null || isAdmin;
  const theme = { ...stored, ...changes };
  const isChanged = !isSameTheme(theme, stored);
  const { save, reset } = useThemeMutations(() => setChanges({}));
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <UnsavedChanges isChanged={isChanged && !save.isPending} />
      <div className="grid min-w-0 content-start gap-8">
        <SettingsSection title={t("Look of documents")}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate({ file: theme });
            }}
          >
            <fieldset disabled={!canChange} className="min-w-0">
              <legend className="sr-only">{t("Look of documents")}</legend>
              <ThemeFields
                theme={theme}
                onChange={(change) => setChanges({ ...changes, ...change })}
              />
            </fieldset>
            {canChange ? (
              <div className="mt-5 flex flex-wrap items-center gap-2">
                <Button kind="primary" type="submit" disabled={!isChanged || save.isPending}>
                  {t("Save")}
                </Button>
                <Button disabled={!isChanged} onClick={() => setChanges({})}>
                  {t("Discard changes")}
                </Button>
                <p className="text-soft text-sm" aria-live="polite">
                  {isChanged ? t("Not saved yet.") : ""}
                </p>
              </div>
            ) : (
              <p className="mt-5 text-soft">{t("An owner or admin can change this.")}</p>
            )}
            <ThemeProblems error={save.error} />
          </form>
        </SettingsSection>
        <SettingsSection title={t("Theme file")}>
          <ThemeFiles theme={theme} canUpload={canChange} onFile={setChanges} />
        </SettingsSection>
        {canChange && !isDefault && (
          <SettingsSection title={t("Default look")}>
            <ConfirmedChange
              title={t("Back to the default look?")}
              what=""
              action={t("Restore the default")}
              mutation={reset}
              onConfirm={() => reset.mutate({})}
            >
              {t("Logo, colours and everything else above are removed for the whole organization.")}
            </ConfirmedChange>
          </SettingsSection>
        )}
      </div>
      <div className="min-w-0 xl:sticky xl:top-16 xl:self-start">
        <ThemePreview theme={theme} />
      </div>
    </div>
  );
}

function useThemeMutations(onDone: () => void) {
  const queries = useQueryClient();
  const toast = useToast();
  const options = (done: string) => ({
    networkMode: "always" as const,
    onSuccess: async () => {
      await queries.invalidateQueries(api.theme.current.queryFilter());
      onDone();
      toast(done);
    },
  });
  return {
    save: useMutation(api.theme.change.mutationOptions(options(t("Look of documents saved.")))),
    reset: useMutation(
      api.theme.reset.mutationOptions(options(t("Documents have the default look."))),
    ),
  };
}
