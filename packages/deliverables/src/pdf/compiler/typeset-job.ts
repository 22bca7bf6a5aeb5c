/** A document for the template, with the files that it names. All is data: nothing of it is run as Typst code. */
export interface TypesetJob {
  /** JSON as `layout/pdf-layout.ts` describes it. */
  readonly document: string;
  /** By name in the virtual folder of the compiler. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Paths of font files. */
  readonly fonts: readonly string[];
}

export interface TypesetFile {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Whether the compiler found all that PDF/UA-1 asks for. */
  readonly isAccessible: boolean;
  /** Of its process, in bytes. */
  readonly memory: number;
}

export type TypesetAnswer =
  | { readonly file: TypesetFile }
  /** There is no compiler for this kind of computer. */
  | { readonly unavailable: string }
  | { readonly problem: string };
