import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Replies } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { CodeView } from "../../components/code-view.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { ReadableValue } from "../../components/readable-value.tsx";
import { numberText, t } from "../../language/messages.ts";
import { jsonIn } from "./json-in.ts";

/** Characters per response of the API. */
const PART = 60_000;

type Text = Pick<Replies["artifact"]["detail"], "id" | "text" | "characters">;

/** The stored content: Markdown rendered, JSON as tables and lists. A long text is loaded part by part. */
export function ArtifactText({ artifact }: { artifact: Text }) {
  const { id, text, characters } = artifact;
  const [further, setFurther] = useState(0);
  const shown = (further + 1) * PART;
  const json = characters <= PART ? jsonIn(text) : undefined;
  if (json !== undefined) return <Json value={json} />;
  return (
    <div className="rounded-lg border border-line bg-card px-4 py-3">
      <MarkdownText text={text} headingLevel={3} />
      {Array.from({ length: further }, (_, index) => (index + 1) * PART).map((from) => (
        <FurtherText key={from} artifactId={id} from={from} />
      ))}
      {shown < characters && (
        <div className="mt-4 flex flex-wrap items-center gap-3 border-line border-t pt-3">
          <Button onClick={() => setFurther(further + 1)}>{t("Show more of the text")}</Button>
          <span className="text-soft text-sm tabular-nums">
            {t("{shown} of {total} characters", {
              shown: numberText(shown),
              total: numberText(characters),
            })}
          </span>
        </div>
      )}
    </div>
  );
}

function FurtherText({ artifactId, from }: { artifactId: string; from: number }) {
  const query = useQuery(api.artifact.detail.queryOptions({ artifactId, from }));
  return (
    <QueryView query={query} what={t("the rest of the text")} lines={8}>
      {({ text }) => <MarkdownText text={text} headingLevel={3} />}
    </QueryView>
  );
}

function Json({ value }: { value: unknown }) {
  const [isSource, setIsSource] = useState(false);
  return (
    <div className="grid gap-3">
      {isSource ? (
        <CodeView label="JSON" value={value} />
      ) : (
        <div className="min-w-0 rounded-lg border border-line bg-card px-4 py-3">
          <ReadableValue value={value} />
        </div>
      )}
      <div>
        <Button kind="quiet" onClick={() => setIsSource(!isSource)}>
          {isSource ? t("Show as a table") : t("Show as JSON")}
        </Button>
      </div>
    </div>
  );
}
