import type { ClaimLabels } from "../claim-labels.ts";
import { counted } from "../counted.ts";

const SAID = {
  agree: "d’accord",
  disagree: "pas d’accord",
  unsure: "pas certain",
} as const;
const part = (one: string, other = one) => counted("fr", { one: `# ${one}`, other: `# ${other}` });

export const frClaims: ClaimLabels = {
  note: "Ce sur quoi repose chaque affirmation\u202f: les mots tels qu’ils figurent dans le texte de la source, avec ce qui les entoure.",
  showInSource: "Afficher dans la source",
  name: ({ number, isKey }) => `Affirmation ${number}${isKey ? ", clé" : ""}`,
  readOn: (date) => `lue le ${date}`,
  reference: (number) => `affirmation ${number}`,
  total: counted("fr", { one: "# affirmation", other: "# affirmations" }),
  parts: {
    found: part("trouvée dans la source par Trovella", "trouvées dans la source par Trovella"),
    fromProgram: part("dans un texte fourni par le programme de l’assistant"),
    fromAssistant: part("dans un texte fourni par l’assistant"),
    derived: part("déduite d’autres", "déduites d’autres"),
    confirmed: part("confirmée par une personne", "confirmées par une personne"),
    weak: part("faiblement étayée", "faiblement étayées"),
    contradicted: part("contredite", "contredites"),
    disputed: part("contestée", "contestées"),
    unverified: part("non vérifiée", "non vérifiées"),
  },
  citedHere: (count) => (count === 0 ? "aucune citée ici" : `dont ${count} citées ici`),
  checkedBy: ({ count, name, when }) => `vérifiées par ${name} ${when}\u202f: ${count}`,
  alsoBy: ({ count, name, when }) => `par ${name} ${when}\u202f: ${count}`,
  checkedByMany: ({ count, people, when }) =>
    `vérifiées par ${people} personnes ${when}\u202f: ${count}`,
  onDay: (date) => `le ${date}`,
  untilDay: (date) => `jusqu’au ${date}`,
  somebody: "quelqu’un",
  questionMark: "Un point d’interrogation suit ce qui n’a pas été trouvé dans sa source.",
  doubt: "non trouvé dans la source",
  omitted: counted("fr", {
    one: "# autre affirmation n’est pas reprise ici.",
    other: "# autres affirmations ne sont pas reprises ici.",
  }),
  reasons: {
    unknown: "Tout ce qu’il contient n’a pas été trouvé dans ses sources.",
    composed:
      "Trovella l’a composé à partir de ce qui était enregistré, car aucun assistant n’a rédigé le document.",
    unsupported: "Il affirme ce qui n’a pas été trouvé dans ses sources.",
    contradicted: "Il affirme ce qu’une source contredit.",
    misquoted: "Il affirme autre chose que les affirmations qu’il cite.",
    weak: "Une affirmation qu’il cite n’est que faiblement étayée.",
    withoutClaim: "Il affirme ce qui ne repose sur aucune affirmation enregistrée.",
    unknownClaim: "Il cite une affirmation qui n’existe pas.",
    noClaims: "Aucune affirmation n’a été enregistrée pour lui.",
    noneCited: "Il ne cite aucune des affirmations.",
  },
  figuresWithoutClaim: ({ without, total }) =>
    `Phrases chiffrées sans affirmation à l’appui\u202f: ${without} sur ${total}.`,
  claimsFallen: (numbers) =>
    `Depuis son enregistrement, des affirmations ne sont plus étayées\u202f: ${numbers}.`,
  audit: ({ by, on, verdict }) => `Vérifié par ${by} le ${on}\u202f: ${SAID[verdict]}.`,
  statuses: {
    supported: "Trouvée dans la source",
    weak: "Faiblement étayée",
    unsupported: "Non trouvée dans la source",
    contradicted: "Contredite par une source",
    derived: "Déduite d’autres affirmations",
    confirmed: "Confirmée par une personne",
    disputed: "Contestée par une personne",
    unchecked: "Non comparée à la source",
  },
  levels: {
    1: "dans un texte fourni par l’assistant",
    2: "dans un texte fourni par le programme de l’assistant",
    3: "dans un texte récupéré par Trovella",
  },
  standing: ({ status, where }) => `${status}, ${where}`,
  confirmedAndFound: (where) => `Confirmée par une personne\u202f; trouvée ${where}`,
  verdicts: {
    altered: "la source emploie d’autres mots",
    absent: "non trouvée dans la source",
    short: "trop courte pour montrer quoi que ce soit",
    unchecked: "non vérifiée",
  },
  problems: {
    SOURCE_THIN: "la page contient peu de texte",
    SOURCE_DEAD: "la page n’existe plus",
    SOURCE_OLD: "la source est ancienne",
    NUMBER_MISSING: "un chiffre ne figure dans aucune des citations",
    COVERAGE_LOW: "les citations ont peu de mots en commun avec elle",
    NEGATION_DIFFERS: "l’affirmation et la citation diffèrent par une négation ou se contredisent",
    NAME_DIFFERS: "elle nomme d’autres que les citations",
    RESERVATION_DROPPED: "les citations le disent avec une réserve",
    ONE_SOURCE: "une seule source",
    SAME_ORIGIN: "les sources ont une même origine",
    LEVEL_LOW: "seulement dans un texte fourni par l’assistant",
    QUOTE_CUT: "la phrase en dit plus que la citation",
  },
  entry: {
    source: (number) => `Source [${number}]`,
    contrary: (number) => `La source [${number}] dit le contraire`,
    read: (when) => `lue ${when}`,
    hash: (digits) => `SHA-256 du texte ${digits}`,
    quote: (doubt) => `citation\u202f: ${doubt}`,
  },
};
