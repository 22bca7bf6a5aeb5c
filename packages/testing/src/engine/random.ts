/** Seeded random choices. */
export class Random {
  private state: number;

  constructor(...seeds: readonly number[]) {
    this.state = seeds.reduce((state, seed) => Math.imul(state ^ seed, 0x9e3779b1) + 1, 0x51ed270b);
  }

  /** From 0 up to, but not including, 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(values: readonly T[]): T {
    const picked = values[Math.floor(this.fraction() * values.length)];
    if (values.length === 0) throw new Error("there is nothing to pick from");
    return picked as T;
  }

  /** A weighted choice of one of the names. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return (entries.at(-1) as [Name, number])[0];
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, key: this.fraction() }))
      .sort((one, other) => one.key - other.key)
      .map(({ value }) => value);
  }
}
