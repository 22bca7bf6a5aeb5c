/** Turns texts into unit vectors. The model behind it is external. */
export interface Embedder {
  /** Stored with every vector: only vectors of the same model are compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Rejects when any of the texts cannot be embedded. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
