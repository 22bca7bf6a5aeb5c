const MASK = '"***"';
const STRING = `(?:"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?|'[^']*'?)`;
// Begins where a word does and is bounded, since a line may hold megabytes without a space.
const SECRET =
  "(?<![\\w.-])[\\w.-]{0,60}(?:key|token|secret|passw|pwd|credential|auth|bearer|cookie|private)[\\w.-]{0,60}";

type Rule = readonly [pattern: RegExp, shown: string];

/** Patterns of secrets on a line, with their replacements. */
const SECRETS: readonly Rule[] = [
  // The password of a URL.
  [/(:\/\/[^\s:/@"']*:)[^\s@"']+(?=@)/g, "$1***"],
  // "api_key": "…", API_KEY = …, --token=…
  [new RegExp(`(${SECRET}["']?\\s*[:=]\\s*)(?:${STRING}|[^\\s,}\\]"']+)`, "gi"), `$1${MASK}`],
  // "--api-key", "…"
  [new RegExp(`(["'](?=-)${SECRET}["']\\s*,\\s*)${STRING}`, "gi"), `$1${MASK}`],
  [/\b(?:sk-|gh[pos]_|github_pat_|glpat-|xox[abp]-|AKIA|eyJ|trov_)[\w.-]{8,}/g, "***"],
  // Long, with letters and digits, and no part of a path.
  [/(?<![\w/\\.-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{24,}(?![\w/\\.-])/g, "***"],
];

/** Settings of Trovella that hold no secret, and what the command itself writes. */
const OWN =
  "TROVELLA_(?:DATA_DIR|STALL_MINUTES|DOCUMENT_AFTER_MINUTES|CAPTURE|PREPARED|PUBLIC_URL|FONT_DIR|EXTRACT_(?:PROVIDER|MODEL|DAILY_TOKENS))\\b|DATABASE_|(?:PORT|HOST|LOG_LEVEL)\\b|TROVELLA_EMBEDDER[\"']?\\s*[:=]\\s*[\"']?(?:none|local)\\b";

/** Names in capitals are environment variables; only Trovella's own are shown. */
const VARIABLES: Rule = [
  new RegExp(`(\\b(?!${OWN})[A-Z][A-Z0-9_]+["']?\\s*[:=]\\s*)${STRING}`, "g"),
  `$1${MASK}`,
];

/** Inside `"env": {` and the like every value may be a secret. */
const BLOCK_OPENS =
  /\b(?:envs?|environment|headers)["']?\s*[:=]\s*\{\s*$|^\s*\[[^\]]*\b(?:env|http_headers)["']?\s*\]/;
const BLOCK_CLOSES = /^\s*[}[]/;
const BLOCK_VALUE = new RegExp(`^(?!\\s*["']?(?:${OWN}))([^:=]+[:=]\\s*)${STRING}`);

/** The same in YAML, where the block ends with the indentation. */
const YAML_OPENS = /^(\s*)(?:-\s+)?(?:envs?|headers):\s*(?:#.*)?$/;
const YAML_VALUE = new RegExp(`^(?!\\s*["']?(?:${OWN}))(\\s*[^:#]+:\\s+)\\S.*$`);

/** `--api-key` alone on its line: the secret is on the next one. */
const LONE_FLAG = new RegExp(`^\\s*["'](?=-)${SECRET}["']\\s*,\\s*$`, "i");

export function maskLines(lines: readonly string[]): string[] {
  let isInBlock = false;
  let isAfterFlag = false;
  let yamlIndent: number | null = null;
  return lines.map((line) => {
    const isOpening = BLOCK_OPENS.test(line);
    if (BLOCK_CLOSES.test(line)) isInBlock = false;
    if (yamlIndent !== null && /^\s*\S/.test(line) && indentOf(line) <= yamlIndent)
      yamlIndent = null;
    const inYaml = yamlIndent === null ? line : line.replace(YAML_VALUE, `$1${MASK}`);
    const inBlock = isInBlock ? line.replace(BLOCK_VALUE, `$1${MASK}`) : inYaml;
    const shown = isAfterFlag ? inBlock.replace(new RegExp(STRING), MASK) : inBlock;
    isInBlock ||= isOpening;
    yamlIndent ??= YAML_OPENS.exec(line)?.[1]?.length ?? null;
    isAfterFlag = LONE_FLAG.test(line);
    return masked(shown, [...SECRETS, VARIABLES]);
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Masks what looks like a secret, but no other values of variables. */
export function maskSecrets(line: string): string {
  return masked(line, SECRETS);
}

function masked(line: string, rules: readonly Rule[]): string {
  return escapeControls(rules.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line));
}

/** Escapes characters that could control the terminal or hide something. */
function escapeControls(line: string): string {
  return line.replace(
    /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
