import { createHash } from "node:crypto";
import { zipFiles } from "../stable-zip.ts";
import { captureName } from "./capture-name.ts";
import { type Crate, type CrateFile, roCrateMetadata } from "./ro-crate-metadata.ts";

const METADATA_FILE = "ro-crate-metadata.json";
const CLAIMS_FILE = "claims.json";
const MAX_NAME_CHARACTERS = 100;
/** Of all captured texts together; the rest is left out. */
const MAX_CAPTURE_BYTES = 64_000_000;

export interface BundledFile {
  /** Folders are kept; whatever is not plain ASCII is replaced. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface BundledCapture {
  /** The number of the source. */
  readonly source: number;
  readonly text: string;
}

export interface Bundle {
  readonly files: readonly BundledFile[];
  readonly captures: readonly BundledCapture[];
  /** What claimsJson wrote. */
  readonly claims: string;
  readonly crate: Omit<Crate, "files">;
}

/** Everything that a document rests on, as one zip archive; equal bundles give equal bytes. */
export function bundleFiles({ files, captures, claims, crate }: Bundle): Uint8Array {
  const entries = new Map<string, BundledFile & { description?: string }>();
  const add = (file: BundledFile, description?: string) => {
    const name = freeName(safeName(file.name), entries);
    entries.set(name, { ...file, name, ...(description ? { description } : {}) });
  };
  add(textFile(CLAIMS_FILE, claims, "application/ld+json"), "The claims as Web Annotations");
  for (const capture of captureFiles(captures)) {
    entries.set(capture.name, { ...capture, description: "Captured text of a source" });
  }
  for (const file of files) add(file);
  const metadata = roCrateMetadata({ ...crate, files: [...entries.values()].map(describe) });
  return zipFiles({
    [METADATA_FILE]: new TextEncoder().encode(metadata),
    ...Object.fromEntries([...entries].map(([name, { bytes }]) => [name, bytes])),
  });
}

function captureFiles(captures: readonly BundledCapture[]): BundledFile[] {
  let room = MAX_CAPTURE_BYTES;
  return captures.flatMap(({ source, text }) => {
    const file = textFile("", text, "text/plain; charset=utf-8");
    room -= file.bytes.length;
    const name = captureName({ source, textSha256: sha256(file.bytes) });
    return room < 0 ? [] : [{ ...file, name }];
  });
}

function textFile(name: string, text: string, contentType: string): BundledFile {
  return { name, contentType, bytes: new TextEncoder().encode(text) };
}

function describe({
  name,
  contentType,
  bytes,
  description,
}: BundledFile & { description?: string }): CrateFile {
  return {
    path: name,
    contentType,
    bytes: bytes.length,
    sha256: sha256(bytes),
    ...(description ? { description } : {}),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A path that unpacks below the folder it is unpacked in, on every system. */
function safeName(name: string): string {
  const parts = name
    .split(/[\\/]+/)
    .map((part) =>
      part
        .replace(/[^A-Za-z0-9._-]+/g, "-")
        .replace(/^[.-]+|[.-]+$/g, "")
        .slice(-MAX_NAME_CHARACTERS),
    )
    .filter((part) => part !== "");
  return parts.join("/") || "file";
}

/** Names that differ in case alone would overwrite each other on some systems. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const lower = new Set([...taken.keys(), METADATA_FILE].map((one) => one.toLowerCase()));
  const [, stem = name, extension = ""] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem}-${number}${extension}`;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}
