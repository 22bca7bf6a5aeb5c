import type { PreparedText } from "../prepare-text.ts";
import { foldWord } from "../text/fold-word.ts";

/** Words that cannot both be true of the same, each side after a slash. */
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  en: [
    "rise rises rose risen rising increase increases increased increasing grow grows grew grown growing gain gains gained climbed climbs climbing expanded expands expand expanding doubled tripled up higher more / fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining drop drops dropped dropping shrank shrunk shrink shrinks lose loses lost halved down lower fewer less",
    "import imports imported importing / export exports exported exporting",
    "accept accepts accepted approve approves approved adopt adopted allow allows allowed permit permits permitted / reject rejects rejected refuse refuses refused oppose opposes opposed ban bans banned banning forbid forbids forbidden prohibit prohibits prohibited",
    "include includes included / exclude excludes excluded",
    "win wins won / lose loses lost",
    "safe / unsafe dangerous",
    "legal / illegal",
    "better best improve improves improved / worse worst worsen worsens worsened",
    "open opens opened / close closes closed closing",
    "buy buys bought / sell sells sold",
  ],
  de: [
    "steigt stiegen stieg gestiegen steigen wuchs wuchsen gewachsen wächst zunahm zunahmen zugenommen erhöhte erhöht erhöhten höher mehr / sinkt sanken sank gesunken sinken fiel fielen gefallen fällt abnahm abgenommen verringerte verringert verringerten niedriger weniger",
    "importiert importierte importieren einfuhr / exportiert exportierte exportieren ausfuhr",
    "angenommen genehmigt genehmigte billigte gebilligt erlaubt erlaubte / abgelehnt lehnte ablehnte verboten verbot untersagt untersagte",
    "besser verbessert verbesserte / schlechter verschlechtert verschlechterte",
    "kaufte gekauft kauft / verkaufte verkauft",
  ],
  fr: [
    "augmente augmenté augmentent augmentait monté hausse croît crû accru plus / baisse baissé diminue diminué chuté recul reculé moins",
    "importe importé importent / exporte exporté exportent",
    "approuvé approuve accepté accepte autorisé autorise / rejeté rejette refusé refuse interdit",
    "acheté achète / vendu vend",
    "meilleur amélioré / pire aggravé",
  ],
  es: [
    "aumentó aumenta aumentaron subió suben sube creció crece más / disminuyó disminuye bajó baja cayó cayeron cae descendió menos",
    "importa importó importan / exporta exportó exportan",
    "aprobó aprueba aceptó acepta autorizó / rechazó rechaza prohibió prohíbe negó",
    "compró compra / vendió vende",
    "mejor mejoró / peor empeoró",
  ],
  pt: [
    "aumentou aumenta aumentaram subiu sobe cresceu cresce mais / diminuiu diminui baixou caiu caíram cai desceu menos",
    "importa importou importam / exporta exportou exportam",
    "aprovou aprova aceitou aceita autorizou / rejeitou rejeita recusou proibiu proíbe",
    "comprou compra / vendeu vende",
    "melhor melhorou / pior piorou",
  ],
};

type Pair = readonly [ReadonlySet<string>, ReadonlySet<string>];

const PAIRS = new Map(
  Object.entries(OPPOSITES).map(([language, lines]) => [language, lines.map(pairOf)]),
);

/** Whether a text says something of which the others say only the opposite: rose and fell. */
export function saysOpposite(text: PreparedText, others: readonly PreparedText[]): boolean {
  const pairs = PAIRS.get(text.lexicon.language ?? "") ?? [];
  const isFound = (words: ReadonlySet<string>) => others.some((other) => hasAny(other, words));
  const isOpposed = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    hasAny(text, one) && isFound(other) && !isFound(one);
  return pairs.some(([one, two]) => isOpposed(one, two) || isOpposed(two, one));
}

function hasAny({ keys }: PreparedText, words: ReadonlySet<string>): boolean {
  return keys.some((key) => words.has(key));
}

function pairOf(line: string): Pair {
  const [one = "", other = ""] = line.split("/");
  return [wordsIn(one), wordsIn(other)];
}

function wordsIn(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/).map(foldWord));
}
