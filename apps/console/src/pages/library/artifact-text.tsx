import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { CodeView } from "../../components/code-view.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { jsonIn } from "./json-in.ts";

/** So much of a text comes with one answer. */
const PART = 60_000;

interface Text {
  readonly id: string;
  readonly text: string;
  readonly characters: number;
}

/** The content as it was stored: text as text, JSON indented. Of a long text more comes when asked for. */
export function ArtifactText({ artifact }: { artifact: Text }) {
  const { id, text, characters } = artifact;
  const [further, setFurther] = useState(0);
  const shown = (further + 1) * PART;
  const json = characters <= PART ? jsonIn(text) : undefined;
  if (json !== undefined) return <CodeView label="JSON" value={json} />;
  return (
    <div className="rounded-lg border border-line bg-card px-4 py-3">
      <p className="max-w-prose whitespace-pre-wrap break-words">{text}</p>
      {Array.from({ length: further }, (_, index) => (index + 1) * PART).map((from) => (
        <FurtherText key={from} artifactId={id} from={from} />
      ))}
      {shown < characters && (
        <div className="mt-4 flex flex-wrap items-center gap-3 border-line border-t pt-3">
          <Button onClick={() => setFurther(further + 1)}>Show more of the text</Button>
          <span className="text-soft text-sm tabular-nums">
            {shown.toLocaleString()} of {characters.toLocaleString()} characters
          </span>
        </div>
      )}
    </div>
  );
}

function FurtherText({ artifactId, from }: { artifactId: string; from: number }) {
  const { data, error, refetch } = useQuery(api.artifact.detail.queryOptions({ artifactId, from }));
  if (data) return <p className="max-w-prose whitespace-pre-wrap break-words">{data.text}</p>;
  if (error) return <ErrorState what="The text" error={error} onRetry={() => void refetch()} />;
  return <Skeleton what="more of the text" lines={8} />;
}
