import { capitalize } from "../format/capitalize.ts";
import { plural, t } from "../language/messages.ts";
import { ExternalLink } from "./external-link.tsx";
import { MarkdownText } from "./markdown-text.tsx";
import { Scroller } from "./scroller.tsx";
import { isBlank, type ValueTable, valueTable } from "./value-table.ts";

const MAX_ENTRIES = 100;
const MAX_DEPTH = 3;
/** Longer texts are prose, even if they begin like a URL. */
const MAX_URL_LENGTH = 2_000;

/** JSON for people: names as words, like objects as a table, Markdown rendered, URLs as links. Deeply nested values stay JSON. */
export function ReadableValue({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (isBlank(value)) return <span className="text-soft">{t("none")}</span>;
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
  const table = valueTable(values);
  if (table) return <ReadableTable table={table} depth={depth} />;
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

function ReadableTable({ table, depth }: { table: ValueTable; depth: number }) {
  const { columns, numeric, rows, omittedColumns } = table;
  return (
    <>
      <Scroller label={t("Table")} className="rounded-md border border-line">
        <table className="w-full text-sm">
          <thead>
            <tr>
              {columns.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={`bg-hover px-2.5 py-1 align-bottom font-semibold ${alignment(numeric, name)}`}
                >
                  {nameInWords(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ENTRIES).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes its order
              <tr key={index} className="border-line border-t">
                {columns.map((name) => (
                  <td
                    key={name}
                    className={`min-w-16 max-w-96 px-2.5 py-1 align-top ${alignment(numeric, name)}`}
                  >
                    {!isBlank(row[name]) && <ReadableValue value={row[name]} depth={depth + 1} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {rows.length > MAX_ENTRIES && <p className="text-soft">{more(rows.length)}</p>}
      {omittedColumns > 0 && (
        <p className="text-soft">
          {plural(
            omittedColumns,
            "and {count} more column, in the raw JSON",
            "and {count} more columns, in the raw JSON",
          )}
        </p>
      )}
    </>
  );
}

function alignment(numeric: ReadonlySet<string>, name: string): string {
  return numeric.has(name) ? "text-right tabular-nums" : "text-start";
}

function ReadableText({ text }: { text: string }) {
  const isUrl = text.length <= MAX_URL_LENGTH && /^https?:\/\/\S+$/i.test(text);
  return isUrl ? <ExternalLink url={text} /> : <MarkdownText text={text} />;
}

function more(count: number): string {
  return t("and {count} more, in the raw JSON", { count: count - MAX_ENTRIES });
}

/** "resultCount" and "result_count" become "Result count". */
function nameInWords(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return capitalize(words.replace(/\b(url|id|doi)\b/g, (word) => word.toUpperCase()));
}
