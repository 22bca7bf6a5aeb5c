/** A report of about a hundred pages in every format: seconds, CPU and memory, each in a fresh process and as the server makes it. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Deliverable, FORMATS, type Format } from "@trovella/deliverables";
import { DEMO } from "@trovella/testing/deliverables/documents/demo";
import { LONG } from "@trovella/testing/deliverables/documents/long";
import { readPdf } from "@trovella/testing/deliverables/read-pdf";
import { renderApart } from "../../packages/deliverables/src/render-apart.ts";
import { describeLoad } from "./measure.ts";

const SELF = fileURLToPath(import.meta.url);
const ORGANIZATION = { organizationId: "org_bench" };
/** How long each may take, in seconds. */
const GOALS: Partial<Record<Format, number>> = { html: 3, pdf: 3, docx: 10 };
const GOAL_MB = 400;
/** So many chapters more make a hundred pages; Word sets wider than Typst. */
const MORE_CHAPTERS: Partial<Record<Format, number>> = { docx: 4 };
const USUAL_CHAPTERS = 14;
const SAMPLE_MS = 20;

interface Figures {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** What the rendering added to the process, and the largest process of its own. */
  readonly addedMb: number;
  readonly childMb: number;
  readonly kilobytes: number;
  readonly pages: number | null;
}

const [format] = process.argv.slice(2);
if (format) process.send?.(await measureFormat(format as Format));
else await printTable();

async function printTable(): Promise<void> {
  console.log(`Load before: ${describeLoad()}`);
  console.log(`${"".padEnd(10)}   seconds   CPU s   added MB   child MB       kB   pages`);
  for (const each of FORMATS) {
    const figures = await inFreshProcess(each);
    const goal = GOALS[each] ?? Number.POSITIVE_INFINITY;
    const isMissed =
      figures.seconds > goal || figures.addedMb > GOAL_MB || figures.childMb > GOAL_MB;
    const cells = [
      figures.seconds.toFixed(2).padStart(10),
      figures.cpuSeconds.toFixed(2).padStart(8),
      String(figures.addedMb).padStart(11),
      String(figures.childMb).padStart(11),
      String(figures.kilobytes).padStart(9),
      String(figures.pages ?? "–").padStart(8),
    ];
    console.log(`${each.padEnd(10)}${cells.join("")}${isMissed ? "  *" : ""}`);
  }
  console.log("* takes longer than 3 s (html, pdf) or 10 s (docx), or more than 400 MB.");
  console.log(`Load after: ${describeLoad()}`);
}

function inFreshProcess(format: Format): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", SELF, format], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.on("message", (figures) => {
      resolve(figures as Figures);
      child.kill();
    });
    child.on("exit", (code) => reject(new Error(`${format} ended with ${code}.`)));
  });
}

async function measureFormat(format: Format): Promise<Figures> {
  // Loads the writers, as any earlier document would have.
  await renderApart(DEMO, { format, ...ORGANIZATION });
  const before = process.memoryUsage.rss();
  const peak = { own: before, child: 0 };
  const timer = setInterval(() => {
    peak.own = Math.max(peak.own, process.memoryUsage.rss());
    peak.child = Math.max(peak.child, ...childrenOf(process.pid).map(residentBytes));
  }, SAMPLE_MS);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const { bytes } = await renderApart(hundredPages(format), { format, ...ORGANIZATION });
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(timer);
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    addedMb: megabytes(peak.own - before),
    childMb: megabytes(peak.child),
    kilobytes: Math.round(bytes.length / 1000),
    pages: format === "pdf" ? (await readPdf(bytes)).pages : null,
  };
}

/** The long report with more chapters. */
function hundredPages(format: Format): Deliverable {
  const count = MORE_CHAPTERS[format] ?? USUAL_CHAPTERS;
  const chapters = LONG.markdown.split(/(?=^## Chapter )/m).slice(1, count + 1);
  const more = chapters.map(
    (chapter, index) =>
      chapter.replace(/^## Chapter \d+/, `## Chapter ${index + 15}`).split("\n\n## What would")[0],
  );
  const [before, after] = LONG.markdown.split("## What would change");
  return { ...LONG, markdown: `${before}${more.join("\n\n")}\n\n## What would change${after}` };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
}

function residentBytes(pid: number): number {
  try {
    const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
