import type { Language } from "../lexicon/lexicon.ts";

/** Pairs that no rule makes; the first spelling stands for both. */
const ENGLISH_PAIRS: ReadonlyMap<string, string> = pairs(
  "aluminium/aluminum, sulphur/sulfur, sulphate/sulfate, plough/plow, ploughed/plowed, tyre/tire, tyres/tires, kerb/curb, kerbs/curbs, storey/story, storeys/stories, draught/draft, mould/mold, moulds/molds, manoeuvre/maneuver, manoeuvres/maneuvers, pyjamas/pajamas, jewellery/jewelry, practise/practice, practised/practiced, practising/practicing, enrol/enroll, enrols/enrolls, enrolment/enrollment, fulfil/fulfill, fulfils/fulfills, fulfilment/fulfillment, instalment/installment, instalments/installments, instil/instill, distil/distill, skilful/skillful, wilful/willful, ageing/aging, judgement/judgment, judgements/judgments, acknowledgement/acknowledgment, cosy/cozy, artefact/artifact, artefacts/artifacts, yoghurt/yogurt, whisky/whiskey, doughnut/donut, learnt/learned, burnt/burned, spelt/spelled, dreamt/dreamed, leapt/leaped, spoilt/spoiled, spilt/spilled, sceptic/skeptic, sceptics/skeptics, sceptical/skeptical, scepticism/skepticism, cheque/check, cheques/checks, marvellous/marvelous, woollen/woolen, counsellor/counselor, counsellors/counselors, councillor/councilor, councillors/councilors, tranquillity/tranquility, likeable/likable, saleable/salable, sizeable/sizable, adviser/advisor, advisers/advisors, adapter/adaptor, afterwards/afterward, forwards/forward, backwards/backward, inquiry/enquiry, inquiries/enquiries, connexion/connection, gaol/jail, moustache/mustache, omelette/omelet, smoulder/smolder, smouldering/smoldering, mum/mom, routeing/routing, disc/disk, discs/disks, ax/axe, furore/furor, gramme/gram, grammes/grams",
);
const GERMAN_PAIRS: ReadonlyMap<string, string> = pairs(
  "selbständig/selbstständig, selbständige/selbstständige, selbständigen/selbstständigen, selbständigkeit/selbstständigkeit, aufwendig/aufwändig, aufwendige/aufwändige, aufwendigen/aufwändigen, tip/tipp, tips/tipps, stop/stopp, rauh/rau, rauhe/raue, rauhen/rauen, numerieren/nummerieren, numeriert/nummeriert, plazieren/platzieren, plaziert/platziert, plazierung/platzierung, joghurt/jogurt, albtraum/alptraum, mayonnaise/majonäse, ketchup/ketschup, behende/behände, gemse/gämse, stengel/stängel, überschwenglich/überschwänglich, känguruh/känguru, greuel/gräuel, placieren/platzieren",
);
const SPANISH_PAIRS: ReadonlyMap<string, string> = pairs(
  "septiembre/setiembre, oscuro/obscuro, oscura/obscura, oscuridad/obscuridad, sustancia/substancia, sustancias/substancias, sustituir/substituir, sustitución/substitución, suscripción/subscripción, reemplazar/remplazar, reemplazo/remplazo, reemplazó/remplazó, quizá/quizás, psicología/sicología, psicólogo/sicólogo, periodo/período, periodos/períodos, video/vídeo, videos/vídeos, guion/guión, chofer/chófer, futbol/fútbol, cardiaco/cardíaco, policiaco/policíaco, austriaco/austríaco, éste/este, ésta/esta, éstos/estos, éstas/estas, ése/ese, ésa/esa, aquél/aquel, aquélla/aquella, transporte/trasporte, trasladar/transladar, méxico/méjico, mexicano/mejicano, whisky/güisqui, kilo/quilo",
);
const FRENCH_PAIRS: ReadonlyMap<string, string> = pairs(
  "événement/évènement, événements/évènements, clé/clef, clés/clefs, oignon/ognon, oignons/ognons, paie/paye, réglementation/règlementation, réglementaire/règlementaire, cèleri/céleri, nénuphar/nénufar, eczéma/exéma, cuillère/cuiller, bistrot/bistro, cacahuète/cacahouète, yaourt/yogourt, relais/relai",
);
const PORTUGUESE_PAIRS: ReadonlyMap<string, string> = pairs(
  "húmido/úmido, húmida/úmida, humidade/umidade, connosco/conosco, registo/registro, registos/registros, registado/registrado, registada/registrada, registados/registrados, registadas/registradas, registou/registrou, dezasseis/dezesseis, dezassete/dezessete, dezanove/dezenove, quotidiano/cotidiano, quatorze/catorze, percentagem/porcentagem, percentagens/porcentagens, planeamento/planejamento, aluguer/aluguel, quota/cota, quotas/cotas, quociente/cociente, súbdito/súdito, subtil/sutil, amnistia/anistia, indemnização/indenização, indemnizações/indenizações, oiro/ouro, loiro/louro, controlo/controle, camião/caminhão, camiões/caminhões, desporto/esporte, descolagem/decolagem, omnipresente/onipresente, ideia/idéia, ideias/idéias, assembleia/assembléia, europeia/européia, voo/vôo, voos/vôos, maquilhagem/maquiagem",
);
/** Words that lose a letter by the rule and become another word. */
const PORTUGUESE_KEPT = new Set(["pacto", "pactos", "facção", "facções"]);
const FRENCH_KEPT = new Set(["jeûne", "jeûnes", "mûr", "sûr", "dû", "crû", "fût", "eût"]);
const OUR =
  /(?<=^(?:dis|un|mis|be)?(?:col|fav|lab|neighb|behavi|misbehavi|hon|hum|harb|rum|vap|vig|arm|sav|od|splend|glam|endeav|parl|ranc|tum|val|ard|cand|clam|flav|succ|demean|rig))our/;

/** One spelling for those that a language has side by side: colour and color, acção and ação. */
export function standardSpelling(word: string, language: Language | null): string {
  if (language === "en") return englishSpelling(word);
  if (language === "de") return germanSpelling(word);
  if (language === "fr") return frenchSpelling(word);
  if (language === "es") return SPANISH_PAIRS.get(word) ?? word;
  if (language === "pt") return portugueseSpelling(word);
  return word;
}

function englishSpelling(word: string): string {
  const known = ENGLISH_PAIRS.get(word);
  if (known !== undefined) return known;
  return word
    .replace(/ys(e|es|ed|ing|er|ers)$/, "yz$1")
    .replace(/is(e|es|ed|ing|er|ers|ation|ations|ational|able|ingly|edly)$/, "iz$1")
    .replace(OUR, "or")
    .replace(/(?<=[a-z]{2})our(?=$|s$|ed$|ing$|able$|ite$|ites$|hood$|er$|ers$|al$|ful$)/, "or")
    .replace(/(?<=[a-z]{2}[bt])re(s?)$/, "er$1")
    .replace(/(?<=[a-z]{2}[bt])red$/, "ered")
    .replace(/ogue(s?)$/, "og$1")
    .replace(/ence(s?)$/, "ense$1")
    .replace(/(?<=[a-z]{3})ll(?=ed$|ing$|er$|ers$|ation$|ations$|ist$|able$)/, "l")
    .replace(/ae|oe/g, "e");
}

function germanSpelling(word: string): string {
  const known = GERMAN_PAIRS.get(word);
  if (known !== undefined) return known;
  return word
    .replaceAll("ß", "ss")
    .replace(/ti(?=ell|al)/, "zi")
    .replace(/(?<=gra|foto?gra|oto|tele|del|bio|geo|pan|^)ph(?=[aeiouyäöü])/g, "f")
    .replace(/([a-z])\1\1/g, "$1$1");
}

/** Since 1990 i and u may do without their circumflex. */
function frenchSpelling(word: string): string {
  const known = FRENCH_PAIRS.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || FRENCH_KEPT.has(word)) return word;
  return word.replaceAll("î", "i").replaceAll("û", "u");
}

/** Portugal before and after the agreement of 1990, and Brazil. */
function portugueseSpelling(word: string): string {
  const known = PORTUGUESE_PAIRS.get(word);
  if (known !== undefined) return known;
  if (PORTUGUESE_KEPT.has(word)) return word;
  return word
    .replace(/c(?=[tç]|c[eiéí])/g, "")
    .replace(/p(?=ç)|(?<=^ó|^ado|^ba|ce|^egi)p(?=t)/g, "")
    .replace(/[ôó](?=[mn]\p{L})/gu, "o")
    .replace(/[êé](?=[mn]\p{L})/gu, "e")
    .replace(/(?<=\p{L}{3})ê$/u, "é")
    .replace(/(?<=[gq])ü/g, "u");
}

function pairs(list: string): Map<string, string> {
  return new Map(
    list.split(",").flatMap((entry) => {
      const [one = "", other = ""] = entry.trim().split("/");
      return [
        [one, one],
        [other, one],
      ] as const;
    }),
  );
}
