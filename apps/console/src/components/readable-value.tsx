import { capitalize } from "../format/capitalize.ts";
import { ExternalLink } from "./external-link.tsx";

const MAX_ENTRIES = 100;
const MAX_DEPTH = 3;
/** Longer texts are prose, even if they begin like a URL. */
const MAX_URL_LENGTH = 2_000;

/** JSON for people: names as words, lists as lists, URLs as links. Deeply nested values stay JSON. */
export function ReadableValue({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (isBlank(value)) return <span className="text-soft">none</span>;
  if (typeof value === "string") return <ReadableText text={value} />;
  if (typeof value !== "object" || value === null) return <>{String(value)}</>;
  if (depth >= MAX_DEPTH) {
    return <code className="break-all font-mono text-sm">{JSON.stringify(value)}</code>;
  }
  return Array.isArray(value) ? (
    <ReadableList values={value} depth={depth} />
  ) : (
    <ReadableFields fields={value} depth={depth} />
  );
}

export function ReadableFields({ fields, depth = 0 }: { fields: object; depth?: number }) {
  const entries = Object.entries(fields);
  return (
    <dl className="grid gap-x-3 gap-y-0.5 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {entries.slice(0, MAX_ENTRIES).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="max-w-40 break-words text-soft">{nameInWords(name)}</dt>
          <dd className="mb-1 min-w-0 sm:mb-0">
            <ReadableValue value={value} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {entries.length > MAX_ENTRIES && <dd className="text-soft">{more(entries.length)}</dd>}
    </dl>
  );
}

function ReadableList({ values, depth }: { values: readonly unknown[]; depth: number }) {
  return (
    <ul className="list-disc pl-4">
      {values.slice(0, MAX_ENTRIES).map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <li key={index} className="min-w-0">
          <ReadableValue value={value} depth={depth + 1} />
        </li>
      ))}
      {values.length > MAX_ENTRIES && <li className="text-soft">{more(values.length)}</li>}
    </ul>
  );
}

function ReadableText({ text }: { text: string }) {
  const isUrl = text.length <= MAX_URL_LENGTH && /^https?:\/\/\S+$/i.test(text);
  if (isUrl) return <ExternalLink url={text} />;
  return <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>;
}

function more(count: number): string {
  return `and ${count - MAX_ENTRIES} more, in the raw JSON`;
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** "resultCount" and "result_count" become "Result count". */
function nameInWords(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return capitalize(words.replace(/\b(url|id|doi)\b/g, (word) => word.toUpperCase()));
}
