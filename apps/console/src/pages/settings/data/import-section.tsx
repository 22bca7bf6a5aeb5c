import { useMutation } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { queryClient } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { numberText, plural, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { type ImportReply, uploadArchive } from "./upload-archive.ts";

export function ImportSection() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const mutation = useMutation({
    networkMode: "always",
    mutationFn: (chosen: File) => uploadArchive(chosen, setSent),
    onSuccess: () => {
      setFile(null);
      if (input.current) input.current.value = "";
      void queryClient.invalidateQueries();
    },
  });
  return (
    <SettingsSection title={t("Import")}>
      <p className="mb-3">
        {t(
          "Plans from a zip file that a Trovella server exported. Nothing that is here is overwritten, and each plan is imported only if its record verifies.",
        )}
      </p>
      <label htmlFor={id} className="font-medium text-sm">
        {t("Zip file, up to 100 MB")}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <input
          id={id}
          ref={input}
          type="file"
          accept=".zip,application/zip"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          className="min-h-8 max-w-full text-sm file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line file:bg-card file:px-2.5"
        />
        <Button
          kind="primary"
          disabled={!file || mutation.isPending}
          onClick={() => {
            setSent(0);
            if (file) mutation.mutate(file);
          }}
        >
          {t("Import plans")}
        </Button>
      </div>
      <div aria-live="polite" className="mt-3 empty:mt-0">
        {mutation.isPending && <Sending share={sent} />}
        {mutation.data && <Done reply={mutation.data} />}
      </div>
      {mutation.error && (
        <p role="alert" className="mt-3 text-bad">
          {mutation.error.message}
        </p>
      )}
    </SettingsSection>
  );
}

function Sending({ share }: { share: number }) {
  return (
    <>
      <progress
        className="w-full"
        max={1}
        value={share < 1 ? share : undefined}
        aria-label={t("Import")}
      />
      <p className="text-soft text-sm">
        {share < 1
          ? t("Sending, {percent} done", { percent: numberText(share, { style: "percent" }) })
          : t("Checking and storing…")}
      </p>
    </>
  );
}

function Done({ reply: { imported, alreadyHere, server } }: { reply: ImportReply }) {
  return (
    <>
      <p>
        {plural(
          imported.length,
          "{count} plan imported from {server}.",
          "{count} plans imported from {server}.",
          { server },
        )}
      </p>
      {imported.length > 0 && (
        <ul className="flex flex-wrap gap-x-4">
          {imported.map(({ planId, handle }) => (
            <li key={planId}>
              <TextLink to="/plans/$planId" params={{ planId }}>
                {handle}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {alreadyHere.length > 0 && (
        <p className="text-soft">
          {t("Already here: {handles}", { handles: alreadyHere.join(", ") })}
        </p>
      )}
    </>
  );
}
