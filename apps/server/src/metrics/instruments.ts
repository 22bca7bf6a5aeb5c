import type { Family, Labels, Sample } from "./exposition.ts";

/** Something that is counted, apart for each combination of labels; those have to be few. */
export class Counter {
  private readonly name: string;
  private readonly help: string;
  private readonly counts = new Map<string, { readonly labels: Labels; value: number }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels): void {
    const key = Object.values(labels).join("\n");
    const known = this.counts.get(key);
    if (known) known.value += 1;
    else this.counts.set(key, { labels, value: 1 });
  }

  get family(): Family {
    return {
      name: this.name,
      help: this.help,
      type: "counter",
      samples: [...this.counts.values()].map(({ labels, value }) => ({ labels, value })),
    };
  }
}

interface Spread {
  readonly labels: Labels;
  /** How many fell into each bucket, and in the last place those beyond all of them. */
  readonly inBucket: number[];
  sum: number;
}

/** How values are spread over buckets, which are given by their upper bounds. */
export class Histogram {
  private readonly name: string;
  private readonly help: string;
  private readonly bounds: readonly number[];
  private readonly spreads = new Map<string, Spread>();

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = Object.values(labels).join("\n");
    let spread = this.spreads.get(key);
    if (!spread) {
      spread = { labels, inBucket: Array(this.bounds.length + 1).fill(0), sum: 0 };
      this.spreads.set(key, spread);
    }
    const found = this.bounds.findIndex((bound) => value <= bound);
    const index = found < 0 ? this.bounds.length : found;
    spread.inBucket[index] = (spread.inBucket[index] ?? 0) + 1;
    spread.sum += value;
  }

  get family(): Family {
    const samples = [...this.spreads.values()].flatMap((spread) => this.samplesOf(spread));
    return { name: this.name, help: this.help, type: "histogram", samples };
  }

  private samplesOf({ labels, inBucket, sum }: Spread): Sample[] {
    let count = 0;
    const buckets = inBucket.map((inside, index) => {
      count += inside;
      const le = String(this.bounds[index] ?? "+Inf");
      return { suffix: "_bucket", labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { suffix: "_sum", labels, value: sum },
      { suffix: "_count", labels, value: count },
    ];
  }
}
