/**
 * Parsing Markdown takes a time that grows with the square of how deep or how crowded it is, and deep
 * nesting ends in a stack overflow. These bounds lie far beyond what a report needs.
 */
const MAX_LINES = 20_000;
const MAX_CONTAINERS = 12;
const MAX_INDENTATION = 40;
const MAX_DELIMITERS = 300;
const MAX_ROW_DELIMITERS = 600;
const MAX_PARAGRAPH_LINES = 300;
const MAX_CELLS = 500;
/** Of all tables together. */
const MAX_ALL_CELLS = 50_000;
const DELIMITER = /\*+|_+|~+|`+|!?\[|\]|<|&|\\/g;

export const MAX_TABLE_ROWS = 1_000;

/** Markdown bounded so that parsing stays fast; `isCut` when lines were dropped. */
export function tameMarkdown(markdown: string): { markdown: string; isCut: boolean } {
  const lines = markdown.split("\n");
  const state: State = {
    fence: null,
    table: 0,
    cells: 0,
    lines: 0,
    delimiters: 0,
    previous: "",
  };
  const tamed = lines.slice(0, MAX_LINES).flatMap((line) => tameLine(line, state));
  return {
    markdown: tamed.join("\n"),
    isCut: lines.length > MAX_LINES || state.cells > MAX_ALL_CELLS,
  };
}

interface State {
  /** The closing fence of the current code block. Only fences in the first column count. */
  fence: string | null;
  /** Lines of the current table so far, 0 outside a table. */
  table: number;
  /** In all tables so far. */
  cells: number;
  lines: number;
  delimiters: number;
  previous: string;
}

function tameLine(line: string, state: State): string[] {
  if (state.fence) {
    if (closesFence(line, state.fence)) state.fence = null;
    return [line];
  }
  const fence = /^(`{3,})[^`]*$|^(~{3,})/.exec(line);
  if (fence) {
    state.fence = fence[1] ?? fence[2] ?? null;
    startParagraph(state);
    return [line];
  }
  if (line.trim() === "") {
    startParagraph(state);
    return [line];
  }
  return tameText(limitContainers(line), state);
}

function tameText(line: string, state: State): string[] {
  if (isTooWide(line, state)) return [];
  state.table = tableLine(line, state);
  state.previous = line;
  if (state.table > 0) {
    // One row more than is shown, so that the renderer notices the cut.
    if (state.table > MAX_TABLE_ROWS + 3) return [];
    state.cells += cellCount(line);
    return state.cells > MAX_ALL_CELLS ? [] : [pieces(line, MAX_ROW_DELIMITERS)[0] ?? ""];
  }
  return pieces(line, MAX_DELIMITERS).flatMap((piece) => {
    state.lines += 1;
    state.delimiters += delimitersIn(piece);
    if (state.delimiters <= MAX_DELIMITERS && state.lines <= MAX_PARAGRAPH_LINES) return [piece];

    startParagraph(state);
    Object.assign(state, { lines: 1, delimiters: delimitersIn(piece), previous: piece });
    return ["", piece];
  });
}

function startParagraph(state: State): void {
  Object.assign(state, { table: 0, lines: 0, delimiters: 0, previous: "" });
}

function closesFence(line: string, fence: string): boolean {
  const closing = /^ {0,3}(`+|~+)\s*$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}

/** How many lines of a table there are with this one; a table begins with the row of dashes. */
function tableLine(line: string, { table, previous }: State): number {
  if (table > 0) return isTableRow(line) ? table + 1 : 0;
  const isTable = isDashes(line) && isTableRow(previous);
  return isTable && cellCount(line) === cellCount(previous) ? 2 : 0;
}

/** Without its row of dashes a table is plain text. */
function isTooWide(line: string, { table }: State): boolean {
  return table === 0 && isDashes(line) && cellCount(line) > MAX_CELLS;
}

function isDashes(line: string): boolean {
  return /^ {0,3}[|:\- \t]+$/.test(line) && line.includes("-") && line.includes("|");
}

function isTableRow(line: string): boolean {
  return line.includes("|") && !/^\s*([#>+*~`=-]|\d+[.)])|^ {4}|^\t/.test(line);
}

function cellCount(line: string): number {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).length;
}

/** Leading quote and list markers open one level of nesting each. */
function limitContainers(line: string): string {
  const prefix = /^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))+/.exec(line)?.[0] ?? "";
  const markers = prefix.match(/>|[-+*]|\d+[.)]/g) ?? [];
  if (markers.length <= MAX_CONTAINERS && columnsOf(prefix) <= MAX_INDENTATION) return line;
  const kept = markers.slice(0, MAX_CONTAINERS).join(" ");
  const indentation = markers.length > 0 && /^\s/.test(prefix) ? columnsOf(prefix) : 0;
  return `${" ".repeat(Math.min(indentation, MAX_INDENTATION))}${kept} ${line.slice(prefix.length)}`;
}

function columnsOf(prefix: string): number {
  return prefix.replaceAll("\t", "    ").length;
}

/** The line in pieces of at most so many characters that could open or close something. */
function pieces(line: string, limit: number): string[] {
  if (delimitersIn(line) <= limit) return [line];
  const found: string[] = [];
  let start = 0;
  let delimiters = 0;
  for (const { index, 0: text } of line.matchAll(DELIMITER)) {
    delimiters += 1;
    if (delimiters <= limit) continue;
    // Preferably between two words, so that a marker stays whole.
    const space = line.lastIndexOf(" ", index);
    const end = space > start + (index - start) / 2 ? space : index;
    found.push(line.slice(start, end));
    start = end;
    delimiters = delimitersIn(line.slice(end, index + text.length));
  }
  return [...found, line.slice(start)];
}

function delimitersIn(text: string): number {
  return text.match(DELIMITER)?.length ?? 0;
}
