import { describe, expect, it } from "vitest";
import { normalized, signatureOf, similarity, vectorBytes, vectorOf } from "./vector.ts";

describe("vectors", () => {
  it("come back from their bytes as they were, wherever these lie", () => {
    const vector = Float32Array.from([0.1, -2, 3e-20]);
    const shifted = Buffer.concat([Buffer.from([1]), vectorBytes(vector)]).subarray(1);
    expect(vectorOf(shifted)).toEqual(vector);
    expect(vectorBytes(Float32Array.from([1])).toString("hex")).toBe("0000803f");
  });

  it("have length 1 when normalized, unless they have no direction", () => {
    expect(normalized([3, 4])).toEqual(Float32Array.from([0.6, 0.8]));
    expect(normalized([0, 0])).toBeNull();
    expect(normalized([1, Number.NaN])).toBeNull();
  });

  it("are not alike when they are of different sizes", () => {
    expect(similarity(Float32Array.from([1]), Float32Array.from([1, 0]))).toBe(0);
  });
});

describe("signatures", () => {
  it("are the signs of 384 numbers", () => {
    const vector = Float32Array.from({ length: 384 }, (_, index) => (index % 3 === 0 ? 1 : -1));
    expect(signatureOf(vector)).toBe("100".repeat(128));
  });

  it.each([64, 768, 1536])("have 384 bits that tell near from far with %i numbers, too", (size) => {
    const vector = wave(size, 1);
    const near = vector.map((value, index) => value + 0.1 * Math.sin(index * 7));
    const far = wave(size, 5);
    expect(signatureOf(vector)).toHaveLength(384);
    expect(distance(vector, vector)).toBe(0);
    expect(distance(vector, near)).toBeLessThan(distance(vector, far) / 2);
    expect(
      distance(
        vector,
        vector.map((value) => -value),
      ),
    ).toBeGreaterThan(370);
  });

  it("never change", () => {
    expect(signatureOf(wave(8, 1)).slice(0, 24)).toBe("110011111111111100110100");
  });
});

function wave(size: number, speed: number): Float32Array {
  return Float32Array.from({ length: size }, (_, index) => Math.sin(index * speed + 1));
}

function distance(one: Float32Array, other: Float32Array): number {
  const bits = signatureOf(other);
  return [...signatureOf(one)].filter((bit, index) => bit !== bits[index]).length;
}
