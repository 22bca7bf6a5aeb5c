import { TRPCClientError } from "@trpc/client";
import { describeError } from "../../../api/describe-error.ts";
import { t } from "../../../language/messages.ts";

interface Problem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const BY_CODE: Readonly<Record<string, string>> = {
  "logo-svg": t(
    "The logo is an SVG. Such files can carry scripts, and Word, Excel and PowerPoint do not show them everywhere. Export it as PNG, 600 pixels wide or more.",
  ),
  "logo-not-an-image": t("The logo is not a PNG or JPEG image. Export it as PNG."),
  "logo-damaged": t("The logo is damaged: its file is incomplete. Export it again as PNG."),
  "logo-too-large": t(
    "The logo is larger than 200 kB. Export it smaller; 600 pixels in width are plenty.",
  ),
  "logo-too-many-pixels": t(
    "The logo has more than 4000 pixels in width or height. Export it smaller; 600 pixels in width are plenty.",
  ),
};
const BY_FIELD: Readonly<Record<string, string>> = {
  name: t("The name has 1 to 100 characters."),
  brand: t("The brand colour is not a colour. Write it like #0F766E."),
  series: t("A colour of the charts is not a colour. Write it like #0F766E."),
  headingFont: t("The font of headings has at most 60 letters, digits and spaces."),
  bodyFont: t("The font of text has at most 60 letters, digits and spaces."),
  footer: t("The footer has at most 200 characters."),
};

/** Why a theme can be neither shown nor stored. */
export function ThemeProblems({ error }: { error: unknown }) {
  if (!error) return null;
  const problems = problemsOf(error);
  return (
    <ul role="alert" className="grid gap-1 text-bad text-sm">
      {problems.map(({ field, code, message }) => (
        <li key={`${field} ${code}`}>{BY_CODE[code] ?? BY_FIELD[field] ?? message}</li>
      ))}
      {problems.length === 0 && <li>{describeError(error).message}</li>}
    </ul>
  );
}

function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof TRPCClientError)) return [];
  const { details } = (error.data ?? {}) as { details?: { problems?: unknown } };
  return Array.isArray(details?.problems) ? (details.problems as Problem[]) : [];
}
