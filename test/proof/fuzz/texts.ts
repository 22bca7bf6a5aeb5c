import type { Random } from "@trovella/testing/engine/random";
import type { Json } from "../history/record.ts";

const PIECES = [
  "What do the sources say?",
  "naïve café — “quoted” …",
  "日本語の文",
  "مرحبا بالعالم",
  "🧪🔬 👩‍🔬",
  "line one\nline two\ttabbed",
  "<b>bold</b> & <script>1</script>",
  "`code` $" + "{x} %s {{y}}",
  "'single' \"double\" \\ back",
  "0",
  "null",
];

export function someText(random: Random): string {
  return Array.from({ length: random.between(1, 4) }, () => random.pick(PIECES)).join(" ");
}

/** At most this long, without splitting a surrogate pair. */
export function shortText(random: Random, length: number): string {
  return someText(random).slice(0, length).toWellFormed();
}

export function someJson(random: Random, depth: number): unknown {
  switch (
    random.weighted({ text: 3, number: 2, flag: 1, nothing: 1, list: depth, object: depth })
  ) {
    case "text":
      return someText(random);
    case "number":
      return random.pick([0, -1, 0.1, 1e21, -1e-9, Number.MAX_SAFE_INTEGER]);
    case "flag":
      return random.chance(0.5);
    case "nothing":
      return null;
    case "list":
      return Array.from({ length: random.between(0, 3) }, () => someJson(random, depth - 1));
    case "object":
      return Object.fromEntries(
        Array.from({ length: random.between(0, 3) }, () => [
          someText(random),
          someJson(random, depth - 1),
        ]),
      );
  }
}

export function key(random: Random): Json {
  return random.chance(0.2) ? { idempotencyKey: `fuzz-${random.fraction()}` } : {};
}
