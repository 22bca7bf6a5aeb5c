import { isAnswerSection } from "../own-conclusion.ts";

const opening = (words: readonly string[]) =>
  new RegExp(`^[^\\p{L}\\p{N}]*(?:\\d+[.)]?\\s*)*(?:${words.join("|")})`, "iu");

/** Headings in the languages of documents: English, German, French, Spanish, Portuguese, Japanese, Chinese, Arabic. */
const FINDINGS = opening([
  "(?:key|main|principal|central) (?:findings|results|points|insights|takeaways)|findings\\b|what we found",
  "(?:wichtigste|zentrale|wesentliche) (?:ergebnisse|erkenntnisse|befunde|punkte)|kernergebnisse|kernaussagen|ergebnisse\\b|befunde\\b|erkenntnisse\\b",
  "(?:principaux|principales) (?:résultats|constats|conclusions|enseignements)|résultats clés|constats\\b|points clés",
  "(?:principales|hallazgos|resultados) ?(?:hallazgos|resultados|conclusiones|clave|principales)?\\b|puntos clave",
  "(?:principais|achados|resultados) ?(?:achados|resultados|conclusões|principais|chave)?\\b|pontos-chave",
  "主な(?:発見|調査結果|結果|知見|ポイント)|重要な(?:発見|知見)|調査結果|主要な(?:発見|知見)",
  "主要(?:发现|發現|结果|結果|结论|結論)|关键发现|關鍵發現|研究发现",
  "(?:أهم|أبرز) (?:النتائج|الاستنتاجات)|النتائج",
]);
const CHANGE = opening([
  "what (?:would|could|might) change",
  "was .{0,40}ändern",
  "ce qui .{0,40}chang",
  "qué .{0,40}cambiar",
  "o que .{0,40}mudar",
  "(?:この)?(?:回答|結論|答え)が変わる|何が(?:この)?(?:回答|結論|答え)を変",
  "什么(?:会|可能).{0,6}改变|可能改变|什麼會.{0,6}改變",
  "ما (?:الذي )?(?:قد |يمكن أن |سوف )?يغي[ّ]?ر",
]);
const LIMITS = opening([
  "limit|caveat|what (?:this|it) does not|uncertain|open (?:question|point|issue)|gaps?\\b",
  "grenzen|einschränkung|unsicherheit|offene",
  "limite|incertitude|points? ouverts?|réserves",
  "límite|limitacion|incertidumbre|preguntas abiertas",
  "limitaç|limites|incerteza|questões (?:em )?aberta?s?",
  "限界|制約|留意点|未解決|注意点",
  "局限|限制|不确定|不確定|未解决|未解決",
  "القيود|حدود|أوجه عدم اليقين|أسئلة مفتوحة",
]);
const METHOD = opening([
  "method|approach|how (?:this|it|we) (?:was|were|worked|did|made)",
  "methode|methodik|vorgehen|herangehensweise",
  "méthod|démarche|approche",
  "métod|metodolog|enfoque",
  "método|metodolog|abordagem",
  "方法|調査方法|手法|アプローチ",
  "研究方法",
  "المنهج|الطريقة|منهجية",
]);

export type SectionKind = "answer" | "findings" | "change" | "limits" | "method" | "section";

/** What a section is for, by its heading. */
export function sectionKind(heading: string): SectionKind {
  if (CHANGE.test(heading)) return "change";
  if (FINDINGS.test(heading)) return "findings";
  if (isAnswerSection(heading)) return "answer";
  if (LIMITS.test(heading)) return "limits";
  return METHOD.test(heading) ? "method" : "section";
}
