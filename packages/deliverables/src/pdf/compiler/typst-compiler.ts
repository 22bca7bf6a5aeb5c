import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  NodeCompiler,
  type NodeTypstDocument,
  PdfStandard,
} from "@myriaddreamin/typst-ts-node-compiler";
import type { TypesetFile, TypesetJob } from "./typeset-job.ts";

const TEMPLATES = ["report.typ", "base.typ", "blocks.typ", "front.typ", "parts.typ", "back.typ"];
const MAIN = "report.typ";
/** Below a file, so that it is never a folder: the compiler can read nothing but what it is given. */
const WORKSPACE = path.join(fileURLToPath(new URL("../template/report.typ", import.meta.url)), "-");

let current: { readonly fonts: string; readonly compiler: NodeCompiler } | undefined;

/** Throws what the compiler says is wrong. */
export function typeset({ document, files, fonts }: TypesetJob): TypesetFile {
  const compiler = compilerWith(fonts);
  try {
    compiler.mapShadow(inWorkspace("document.json"), Buffer.from(document));
    for (const [name, bytes] of Object.entries(files)) {
      compiler.mapShadow(inWorkspace(name), Buffer.from(bytes));
    }
    const compiled = compile(compiler);
    const { bytes, isAccessible } = write(compiler, compiled);
    const memory = process.memoryUsage.rss();
    return { bytes, isAccessible, pages: compiled.numOfPages, memory };
  } finally {
    compiler.resetShadow();
    // Nothing of a document stays for the next one.
    compiler.evictCache(0);
  }
}

/** Fonts take most of the time to begin, and most documents need the same ones. */
function compilerWith(fonts: readonly string[]): NodeCompiler {
  const key = fonts.join("\n");
  if (current?.fonts !== key) {
    const fontBlobs = fonts.map((file) => readFileSync(file));
    const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs }] });
    current = { fonts: key, compiler };
  }
  return current.compiler;
}

/** A picture that cannot be drawn is left out rather than the document. */
function compile(compiler: NodeCompiler): NodeTypstDocument {
  addTemplates(compiler);
  const mainFilePath = inWorkspace(MAIN);
  const first = compiler.compile({ mainFilePath });
  if (first.result) return first.result;
  const second = compiler.compile({ mainFilePath, inputs: { pictures: "none" } });
  if (second.result) return second.result;
  const error = second.takeError();
  throw new Error(error ? JSON.stringify(compiler.fetchDiagnostics(error)) : "No document.");
}

function addTemplates(compiler: NodeCompiler): void {
  for (const name of TEMPLATES) {
    const file = new URL(`../template/${name}`, import.meta.url);
    compiler.addSource(inWorkspace(name), readFileSync(file, "utf8"));
  }
}

function write(compiler: NodeCompiler, compiled: NodeTypstDocument) {
  try {
    const bytes = compiler.pdf(compiled, { pdfStandard: PdfStandard.UA_1 });
    return { bytes, isAccessible: true };
  } catch {
    // Tagged all the same, but without the claim.
    return { bytes: compiler.pdf(compiled), isAccessible: false };
  }
}

function inWorkspace(name: string): string {
  return path.join(WORKSPACE, name);
}
