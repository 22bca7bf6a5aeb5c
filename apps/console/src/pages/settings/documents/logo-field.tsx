import { useId, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import { readAsDataUri } from "./theme-file.ts";

/** The logo with a picture of it. Whether a file is an image is for the server to say. */
export function LogoField({
  logo,
  onLogo,
}: {
  logo: string | null;
  onLogo: (logo: string | null) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (file) onLogo(await readAsDataUri(file));
    // The same file can be chosen again after it was changed.
    if (input.current) input.current.value = "";
  };
  return (
    <div>
      <label htmlFor={id} className="font-medium text-sm">
        {t("Logo")}
      </label>
      <p id={`${id}-hint`} className="text-soft text-sm">
        {t("PNG or JPEG, up to 200 kB.")}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {logo?.startsWith("data:image/") && (
          <img
            src={logo}
            alt={t("The logo")}
            className="h-12 max-w-40 rounded-md border border-line bg-white object-contain p-1"
          />
        )}
        <input
          id={id}
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => void choose(target.files?.[0])}
          className="min-h-8 max-w-full text-sm file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line file:bg-card file:px-2.5"
        />
        {logo !== null && <Button onClick={() => onLogo(null)}>{t("Remove the logo")}</Button>}
      </div>
    </div>
  );
}
