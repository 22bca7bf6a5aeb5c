/** Advance widths of Carlito, and so of Calibri, from the space to the tilde, in thousandths of the font size. */
const REGULAR = widths(
  "226 326 401 498 507 715 682 221 303 303 498 498 250 306 252 386 507 507 507 507 507 507 507 507 507 507 268 268 498 498 498 463 894 579 544 533 615 488 459 631 623 252 319 520 420 855 646 662 517 673 543 459 487 642 567 890 519 487 468 307 386 307 498 498 291 479 525 423 525 498 305 471 525 229 239 455 229 799 525 527 525 525 349 391 335 525 452 715 433 453 395 314 460 314 498",
);
const BOLD = widths(
  "226 326 438 498 507 729 705 233 312 312 498 498 258 306 267 430 507 507 507 507 507 507 507 507 507 507 276 276 498 498 498 463 898 606 561 529 630 488 459 637 631 267 331 547 423 874 659 676 532 686 563 473 495 653 591 906 551 520 478 325 430 325 498 498 300 494 537 418 537 503 316 474 537 246 255 480 246 813 537 538 537 537 355 399 347 537 473 745 459 474 397 344 475 344 498",
);
/** The first of Hangul. */
const FIRST_WIDE = 0x1100;
const FIRST = 0x20;
const LAST = 0x7e;

/** Characters that stand in a square of their own. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF00-\uFF60]/u;
/** The widest letters of a script rather than the average, so that an estimate is seldom too small. */
const OTHERS: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\u200B-\u200F\u202A-\u202E\u2060-\u2069]/u, 0],
  [WIDE, 1_000],
  [/[\u2009\u202F\u00A0]/u, 226],
  [/[‘’‚·]/u, 268],
  [/[—…‰→←]/u, 1_000],
  [/\p{Script=Cyrillic}/u, 610],
  [/\p{Script=Latin}/u, 530],
  [/\p{Script=Greek}/u, 560],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 540],
];
const UNKNOWN = 640;

/** The width of one character in thousandths of the font size. */
export function advanceOf(character: string, { bold = false } = {}): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= FIRST && code <= LAST) return (bold ? BOLD : REGULAR)[code - FIRST] ?? UNKNOWN;
  return OTHERS.find(([pattern]) => pattern.test(character))?.[1] ?? UNKNOWN;
}

/** Whether a line may break on either side of the character. */
export function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) >= FIRST_WIDE && WIDE.test(character);
}

function widths(list: string): readonly number[] {
  return list.split(" ").map(Number);
}
