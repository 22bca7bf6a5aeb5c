const PART = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^-'"$;]+|[\s\S]/g;

export interface SqlStatement {
  /** Without comments, white space as single spaces, and no text within quotes or bodies of functions. */
  readonly shape: string;
  /** The lines of comments before it. */
  readonly comments: readonly string[];
}

/** Splits SQL at semicolons that end a statement; a comment on its own is a statement without a shape. */
export function splitStatements(text: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let shape = "";
  let comments: string[] = [];
  const end = () => {
    const trimmed = shape.replace(/\s+/g, " ").trim();
    if (trimmed !== "" || comments.length > 0) statements.push({ shape: trimmed, comments });
    shape = "";
    comments = [];
  };
  for (const [part, dollar] of text.matchAll(PART)) {
    if (part.startsWith("--")) {
      if (shape.trim() === "") comments.push(part.slice(2).trim());
    } else if (part === ";") end();
    else if (part.startsWith("'") || dollar) shape += "''";
    else shape += part.replaceAll('"', "");
  }
  end();
  return statements;
}
