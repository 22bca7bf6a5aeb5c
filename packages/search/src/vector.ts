const SIGNATURE_BITS = 384;

/** The vector as it is stored: 32-bit floats, little endian. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, index) => {
    bytes.writeFloatLE(value, index * 4);
  });
  return bytes;
}

export function vectorOf(bytes: Buffer): Float32Array {
  // A copy begins where numbers may begin; the buffer we are given need not.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** How alike two vectors of length 1 are, from -1 to 1; vectors of different sizes are not alike. */
export function similarity(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  // Four sums at a time: an addition need not wait for the one before.
  let [first, second, third, fourth] = [0, 0, 0, 0];
  let index = 0;
  for (; index + 3 < one.length; index += 4) {
    first += (one[index] as number) * (other[index] as number);
    second += (one[index + 1] as number) * (other[index + 1] as number);
    third += (one[index + 2] as number) * (other[index + 2] as number);
    fourth += (one[index + 3] as number) * (other[index + 3] as number);
  }
  for (; index < one.length; index += 1) first += (one[index] as number) * (other[index] as number);
  return first + second + third + fourth;
}

/** The vector at length 1; null when it has none or holds something that is no number. */
export function normalized(vector: ArrayLike<number>): Float32Array | null {
  const result = Float32Array.from(vector);
  const length = Math.hypot(...result);
  if (!Number.isFinite(length) || length === 0) return null;
  return result.map((value) => value / length);
}

/**
 * 384 bits by which vectors are compared roughly: on which side of 384 planes a vector lies. Vectors
 * of 384 numbers take their own axes, which measured best; others fixed planes in random directions.
 */
export function signatureOf(vector: Float32Array): string {
  if (vector.length === SIGNATURE_BITS) return bitsOf(vector);
  return bitsOf(planesFor(vector.length).map((plane) => similarity(plane, vector)));
}

function bitsOf(values: Float32Array | readonly number[]): string {
  return Array.from(values, (value) => (value > 0 ? "1" : "0")).join("");
}

const planes = new Map<number, Float32Array[]>();

/** Must never change: stored signatures are compared with them. */
function planesFor(dimensions: number): Float32Array[] {
  const known = planes.get(dimensions);
  if (known) return known;
  const random = randomSigns();
  const made = Array.from({ length: SIGNATURE_BITS }, () =>
    Float32Array.from({ length: dimensions }, random),
  );
  planes.set(dimensions, made);
  return made;
}

/** 1 and -1 from a 32-bit xorshift with a fixed seed. */
function randomSigns(): () => number {
  let state = 4737;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x10000 ? 1 : -1;
  };
}
