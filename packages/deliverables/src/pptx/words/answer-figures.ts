import { isVerb } from "./verbs.ts";

/** A number of the answer, large, with the words that say what it is. */
export interface AnswerFigure {
  readonly value: string;
  readonly label: string;
}

const MAX_FIGURES = 3;
const MAX_LABEL_WORDS = 6;
const MAX_LABEL_CHARACTERS = 44;

const UNIT =
  "%|‰|[€$£¥]|[kMG]?€|[kMGT]?Wh?|°C|km²?|m²|m³|kg|t|ha|years?|months?|weeks?|days?|hours?|million|billion|Jahre|Monate|Tage|Stunden|Mio\\.?|Mrd\\.?|Millionen|Milliarden|ans?|mois|jours|millions|milliards|años|meses|días|millones|anos|dias|milhões";
const NUMBER = "[+−-]?[€$£]?\\d+(?:[.,’\\u202f\\u00a0]\\d+)*";
const FIGURE = new RegExp(
  `(?<![\\p{L}\\p{N}.,/–-])(${NUMBER}(?: (?:of|von|sur|de|من) ${NUMBER}|[ \\u202f\\u00a0]?(?:${UNIT})(?![\\p{L}\\p{N}]))?)(?![\\p{L}\\p{N}])`,
  "gu",
);
/** What a label cannot go beyond. */
const END =
  /[,;:.!?()（）،؛\n–—]|\s\d|\s(?:and|or|und|oder|et|ou|y|o|e|أو)(?=\s\d)|\s(?:but|for|while|when|which|that|if|because|than|aber|für|während|wenn|weil|als|mais|pour|si|pero|para|mas|لكن|إذا)(?=\s)/u;

/** Words before a number without which it would mean something else. */
const BOUND =
  /(?:below|above|under|over|than|least|most|to|about|around|nearly|almost|roughly|between|from|and|not|no|without|until|by|since|unter|über|als|mindestens|höchstens|etwa|rund|fast|zwischen|bis|von|nicht|ohne|um|sous|plus|moins|environ|entre|jusqu'à|menos|más|hasta|unos|mais|até|cerca|من|حتى|نحو|دون|فوق)\s+(?:de |que |of |to )?$/iu;

/** Up to three figures of a text; none where a number stands without words of its own. */
export function answerFigures(text: string): AnswerFigure[] {
  const figures = [...text.matchAll(FIGURE)].flatMap((match): AnswerFigure[] => {
    const value = match[1] ?? "";
    const label = labelAfter(text.slice(match.index + match[0].length));
    const isBound = BOUND.test(text.slice(Math.max(0, match.index - 40), match.index));
    return isBound || isYear(value) || label === null ? [] : [{ value: spaced(value), label }];
  });
  const distinct = figures.filter(
    (figure, index) => figures.findIndex(({ value }) => value === figure.value) === index,
  );
  return distinct.slice(0, MAX_FIGURES);
}

function labelAfter(text: string): string | null {
  if (!/^[ \u00a0\u202f]/.test(text)) return null;
  const end = text.search(END);
  const clause = (end < 0 ? text : text.slice(0, end)).trim().split(/\s+/);
  const verb = clause.findIndex((word, index) => index > 0 && isVerb(word.toLowerCase(), index));
  const words = verb < 0 ? clause : clause.slice(0, verb);
  const label = words.join(" ");
  const isGood =
    words.length <= MAX_LABEL_WORDS &&
    label.length <= MAX_LABEL_CHARACTERS &&
    /\p{L}{3}/u.test(label);
  return isGood ? label : null;
}

/** A bare year is a date, not a result. */
function isYear(value: string): boolean {
  return /^(?:1[89]|20)\d\d$/.test(value);
}

/** A number and its unit stay on one line. */
function spaced(value: string): string {
  return value.replace(/(?<=\d) ?(?=[%‰€])/u, "\u202f").replaceAll(" ", "\u00a0");
}
