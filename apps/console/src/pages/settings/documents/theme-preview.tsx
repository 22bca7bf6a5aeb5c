import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { Choice } from "../../../components/choice.tsx";
import { language } from "../../../language/language.ts";
import { t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import type { ThemeChanges } from "./theme-file.ts";
import { ThemeProblems } from "./theme-problems.tsx";

const PAUSE_MS = 350;
const LOOKS = [
  { value: "light" as const, label: t("Light") },
  { value: "dark" as const, label: t("Dark") },
];

/** A sample report in the theme as it is edited, made by what makes the real ones. */
export function ThemePreview({ theme }: { theme: ThemeChanges }) {
  const [look, setLook] = useState<"light" | "dark">("light");
  const file = useLater(theme);
  const { data, error, isFetching } = useQuery(
    api.theme.preview.queryOptions(
      { file, language },
      { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY, retry: false },
    ),
  );
  return (
    <SettingsSection title={t("Preview")}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Choice
          label={t("Look of the preview")}
          options={LOOKS}
          chosen={[look]}
          onChange={(chosen) => setLook(chosen.find((each) => each !== look) ?? look)}
        />
        <p className="text-soft text-sm" aria-live="polite">
          {isFetching && !data ? t("Making the preview …") : ""}
        </p>
      </div>
      <ThemeProblems error={error} />
      <Page html={data?.html ?? ""} look={look} isStale={error !== null} />
      <p className="mt-2 text-soft text-sm">
        {t("The page for the web. Word, PDF, slides and sheets follow the same theme.")}
      </p>
    </SettingsSection>
  );
}

/** No scripts run in the frame. Links lead nowhere: it may not open windows. */
const EMPTY_PAGE = '<!doctype html><html><head><base target="_blank"></head><body></body></html>';

/**
 * The page in a frame of its own. The console's policy allows no inline styles, in the frame neither, so its style sheet
 * is added by script.
 */
function Page({ html, look, isStale }: { html: string; look: "light" | "dark"; isStale: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded && frame.current && html !== "") show(frame.current, html, look);
  }, [isLoaded, html, look]);
  return (
    <iframe
      ref={frame}
      title={t("Sample report in this theme")}
      sandbox="allow-same-origin"
      srcDoc={EMPTY_PAGE}
      onLoad={() => setIsLoaded(true)}
      className={`h-[min(44rem,75vh)] w-full rounded-md border border-line bg-white ${look === "dark" ? "[color-scheme:dark]" : "[color-scheme:light]"} ${isStale ? "opacity-50" : ""}`}
    />
  );
}

/** What a page asks the reader's system is answered by the choice above it. */
const IS_DARK = { light: "(max-width: 0)", dark: "(min-width: 0)" } as const;

function show(
  { contentDocument, contentWindow }: HTMLIFrameElement,
  html: string,
  look: keyof typeof IS_DARK,
): void {
  const view = contentWindow as (Window & typeof globalThis) | null;
  if (!contentDocument || !view) return;
  const styles: string[] = [];
  const unstyled = html.replace(/<style>([\s\S]*?)<\/style>/g, (_, style: string) => {
    styles.push(style);
    return "";
  });
  const page = new DOMParser().parseFromString(unstyled, "text/html");
  const sheet = new view.CSSStyleSheet();
  const style = styles.join("").replaceAll(/\(prefers-color-scheme:\s*dark\)/g, IS_DARK[look]);
  sheet.replaceSync(`${style}:root{color-scheme:${look}}`);
  contentDocument.adoptedStyleSheets = [sheet];
  contentDocument.documentElement.lang = page.documentElement.lang;
  contentDocument.documentElement.dir = page.documentElement.dir;
  contentDocument.body.replaceWith(contentDocument.adoptNode(page.body));
}

/** The value once it has not changed for a moment. */
function useLater<Value extends object>(value: Value): Value {
  const [later, setLater] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(JSON.parse(text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
