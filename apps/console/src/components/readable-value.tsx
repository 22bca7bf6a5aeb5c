import { ExternalLink } from "./external-link.tsx";

const MOST_ENTRIES = 100;
const DEEPEST = 3;
/** Only short texts are taken for addresses: the long ones are prose. */
const LONGEST_ADDRESS = 2_000;

/** JSON for people: names as words, lists as lists, addresses as links; what is nested too deep stays JSON. */
export function ReadableValue({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (isNothing(value)) return <span className="text-soft">none</span>;
  if (typeof value === "string") return <ReadableText text={value} />;
  if (typeof value !== "object" || value === null) return <>{String(value)}</>;
  if (depth >= DEEPEST) {
    return <code className="break-all font-mono text-sm">{JSON.stringify(value)}</code>;
  }
  return Array.isArray(value) ? (
    <ReadableList values={value} depth={depth} />
  ) : (
    <ReadableFields fields={value} depth={depth} />
  );
}

/** The fields of an object, one below the other. */
export function ReadableFields({ fields, depth = 0 }: { fields: object; depth?: number }) {
  const entries = Object.entries(fields);
  return (
    <dl className="grid gap-x-3 gap-y-0.5 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {entries.slice(0, MOST_ENTRIES).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="max-w-40 break-words text-soft">{nameInWords(name)}</dt>
          <dd className="mb-1 min-w-0 sm:mb-0">
            <ReadableValue value={value} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {entries.length > MOST_ENTRIES && <dd className="text-soft">{more(entries.length)}</dd>}
    </dl>
  );
}

function ReadableList({ values, depth }: { values: readonly unknown[]; depth: number }) {
  return (
    <ul className="list-disc pl-4">
      {values.slice(0, MOST_ENTRIES).map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <li key={index} className="min-w-0">
          <ReadableValue value={value} depth={depth + 1} />
        </li>
      ))}
      {values.length > MOST_ENTRIES && <li className="text-soft">{more(values.length)}</li>}
    </ul>
  );
}

function ReadableText({ text }: { text: string }) {
  const isAddress = text.length <= LONGEST_ADDRESS && /^https?:\/\/\S+$/i.test(text);
  if (isAddress) return <ExternalLink url={text} />;
  return <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>;
}

function more(count: number): string {
  return `and ${count - MOST_ENTRIES} more, in the raw JSON`;
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** "resultCount" and "result_count" become "Result count". */
function nameInWords(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
