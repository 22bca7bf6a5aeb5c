import { frClaims } from "./claims/fr.ts";
import { counted } from "./counted.ts";
import type { Labels } from "./labels.ts";

const DECISIONS = {
  approve: "Approuvé",
  reject: "Refusé",
  modify: "Modifié",
  skip: "Ignoré",
} as const;

/** A narrow space that does not break stands before a colon. */
export const fr: Labels = {
  answer: "Réponse",
  question: "La question",
  contents: "Sommaire",
  keyFindings: "Principaux constats",
  sources: "Sources",
  furtherSources: "Autres sources",
  evidence: "Preuves",
  howMade: "Comment ce document a été réalisé",
  record: "Registre",
  recordNote:
    "Ces lignes scellent la façon dont cette recherche a été menée. Avec l’export d’audit du plan, chacun peut vérifier plus tard que rien n’a été modifié dans son registre.",
  limits: "Limites",
  change: "Ce qui changerait cette réponse",
  method: "Méthode",
  draft: "Brouillon",
  date: "Date",
  version: "Version",
  madeWith: "Préparé avec",
  preparedFor: "Préparé pour",
  page: "Page",
  plan: "Plan de recherche",
  versionOf: (version) => `Version ${version}`,
  confidence: {
    high: "confiance élevée",
    medium: "confiance moyenne",
    low: "confiance faible",
  },
  confidenceWord: { high: "élevée", medium: "moyenne", low: "faible" },
  confidenceTitle: "Confiance",
  independentSources: counted("fr", {
    one: "# source indépendante",
    other: "# sources indépendantes",
  }),
  highFindings: ({ high, all }) =>
    `${high} constat${high > 1 ? "s" : ""} sur ${all} avec une confiance élevée`,
  sourcesLine: (numbers) => `${numbers.includes(",") ? "Sources" : "Source"}\u202f: ${numbers}`,
  whatItMeans: "Ce que cela signifie",
  moreRows: counted("fr", {
    one: "et # autre ligne dans le document",
    other: "et # autres lignes dans le document",
  }),
  seeDocument: "Toutes les sources figurent dans le document.",
  withoutFont: ({ mark, characters }) =>
    `${mark} remplace des caractères qu’aucune police de ce fichier ne contient : ${characters}. Le document Word et la page web les affichent.`,
  leftOut: "Omis",
  retrieved: "Consulté",
  table: "Tableau",
  backToUse: ({ use, source }) => `Retour à l’appel ${use} de la source ${source}`,
  made: {
    searches: counted("fr", { one: "recherche", other: "recherches" }),
    pagesRead: counted("fr", { one: "page lue", other: "pages lues" }),
    sourcesCited: counted("fr", { one: "source citée", other: "sources citées" }),
    steps: counted("fr", { one: "étape terminée", other: "étapes terminées" }),
    assistants: (names) => `Recherche menée avec ${names}`,
    duration: (words) => `De la première étape à la dernière\u202f: ${words}`,
    approvals: "Points de contrôle",
    noApprovals: "Aucun point de contrôle de ce plan n’a été examiné par une personne.",
    approval: ({ decision, by, on, isRelayed }) => {
      const who = isRelayed ? "selon un assistant" : `par ${by ?? "une personne"}`;
      return `${DECISIONS[decision]} ${who}, ${on}`;
    },
  },
  sheets: {
    answer: "Réponse",
    findings: "Constats",
    claims: "Affirmations",
    data: "Données",
    sources: "Sources",
    method: "Méthode",
    record: "Registre",
  },
  columns: {
    number: "Numéro",
    section: "Section",
    finding: "Constat",
    detail: "Détails",
    confidence: "Confiance",
    independentSources: "Sources indépendantes",
    sources: "Sources",
    link: "Lien",
    furtherLinks: "Autres liens",
    evidence: "Preuves",
    title: "Titre",
    author: "Auteur",
    published: "Publié",
    doi: "DOI",
    retrieved: "Consulté",
    quotes: "Citations",
    cited: "Citée",
    claim: "Affirmation",
    status: "Statut",
    passage: "Passage",
    key: "Affirmation clé",
    checked: "Vérifié par une personne",
    stance: "Position",
    supports: "confirme",
    contradicts: "contredit",
    before: "Avant",
    after: "Après",
    quoteNotFound: "Citation introuvable",
    textHash: "Texte (SHA-256)",
    yes: "oui",
    no: "non",
  },
  marks: { colon: "\u202f: ", comma: ", ", semicolon: "\u202f; ", stop: "." },
  quoted: (words) => `«\u202f${words}\u202f»`,
  bracketed: (words) => `(${words})`,
  text: {
    untitled: "Recherche",
    untitledSource: "Source sans titre",
    question: (question) => `Question\u202f: ${question}`,
    retrieved: (date) => `Consulté le ${date}.`,
    draft: (reason) => `Brouillon. ${reason}`,
    ownConclusion: "conclusion propre",
    note: (number) => `(note ${number})`,
    notes: "Notes",
    image: (words) => `[Image\u202f: ${words}]`,
    noDescription: "sans description",
    tableCut: ({ rows, columns }) =>
      `Ce tableau est abrégé\u202f: ${rows} lignes et ${columns} colonnes au plus sont affichées.`,
    documentCut:
      "Ce document est coupé ici\u202f: il a plus de parties qu’un fichier ne peut en contenir.",
  },
  claims: frClaims,
  slides: {
    wouldChange: counted("fr", {
      one: "# élément changerait cette réponse",
      other: "# éléments changeraient cette réponse",
    }),
    limitsRemain: counted("fr", { one: "# limite demeure", other: "# limites demeurent" }),
    pagesWereRead: counted("fr", { one: "# page a été lue", other: "# pages ont été lues" }),
    wereApproved: counted("fr", {
      one: "# point de contrôle a été approuvé",
      other: "# points de contrôle ont été approuvés",
    }),
    appendix: "Annexe",
  },
  chart: ({ kind, title }) => `${CHARTS[kind]}\u202f: ${title}.`,
};

const CHARTS = {
  bar: "Diagramme à barres",
  column: "Histogramme",
  line: "Courbe",
} as const;
