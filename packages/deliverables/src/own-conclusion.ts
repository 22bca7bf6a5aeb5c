// What outputs say in English, German, French, Spanish and Portuguese; headings also in Japanese, Chinese and Arabic.

/** Sections that say how the work was done or what follows from it, not what was found. */
const NOT_FINDINGS = [
  "what (?:would|could) change|method|approach|scope|limit|caveat|open (?:question|point|issue)|next step|recommend|source|reference|bibliograph|note|content|appendix|about|question",
  "was .{0,30}ändern|method|vorgehen|herangehensweise|umfang|abgrenzung|grenzen|einschränkung|offene|nächste schritte|empfehlung|quelle|literatur|anmerkung|hinweis|inhalt|anhang|über|frage",
  "ce qui .{0,30}changer|méthod|démarche|approche|périmètre|limite|points? ouverts?|prochaines? étapes?|recommand|référence|bibliographie|sommaire|annexe|à propos",
  "qué .{0,30}cambiar|métod|metodolog|enfoque|alcance|límite|limitacion|preguntas?|próximos pasos|siguientes pasos|recomend|fuente|referencia|bibliograf|nota|contenido|índice|anexo|apéndice|acerca",
  "o que .{0,30}mudar|abordagem|âmbito|escopo|limitaç|questões|perguntas?|próximos passos|fonte|referência|conteúdo|sumário|apêndice|sobre",
];

/** Sections that give the answer; what it rests on stands in the sections below. */
const ANSWERS = [
  "(?:short |the )?answer|(?:executive )?summary|in (?:brief|short)|key takeaway|bottom line|tl;?dr|conclusion|verdict",
  "(?:kurz)?antwort|zusammenfassung|kurzfassung|kurz gesagt|auf einen blick|fazit|kernaussage|schlussfolgerung",
  "réponse|résumé|synthèse|en bref|l['’]essentiel",
  "respuesta|resumen|síntesis|en breve|conclusi[oó]n",
  "resposta|resumo|síntese|em resumo|conclusão|conclusões",
  "回答|答え|結論|要約|まとめ|概要",
  "答案|结论|摘要|总结",
  "الإجابة|الجواب|الخلاصة|الملخص|ملخص|خلاصة",
];

const UNCITED_SECTION = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:\\d+[.)]?\\s*)*(?:${[...NOT_FINDINGS, ...ANSWERS].join("|")})`,
  "iu",
);

export function isUncitedSection(heading: string): boolean {
  return UNCITED_SECTION.test(heading);
}

const ANSWER_SECTION = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:\\d+[.)]?\\s*)*(?:${ANSWERS.join("|")})`,
  "iu",
);

export function isAnswerSection(heading: string): boolean {
  return ANSWER_SECTION.test(heading);
}

/** Phrases that mark a statement as the author's own conclusion. */
const OWN_CONCLUSIONS = [
  "(?:we|I) (?:therefore |thus |also )?(?:infer|conclude|assume|estimate|recommend|suggest|think|expect|believe|judge|advise|propose|note|found no|find no|see no|did not find|could not find)",
  "(?:our|my) (?:own )?(?:view|opinion|judge?ment|conclusion|estimate|recommendation|assessment|assumption)",
  "(?:wir|ich) (?:schlie(?:ß|ss)en?|folgern?|nehmen? an|schätzen?|empfehlen?|empfehle|vermuten?|erwarten?|glauben?|halten?|raten?|meinen?|gehen? davon aus|fanden? kein\\p{L}*|haben? kein\\p{L}*)",
  "(?:schlie(?:ß|ss)en|folgern|schätzen|empfehlen|vermuten|erwarten|raten|nehmen|gehen) wir",
  "(?:unsere[sr]?|meine[sr]?) (?:eigenen? )?(?:erachtens|ansicht|meinung|auffassung|einschätzung|schlussfolgerung|empfehlung|schätzung|annahme)",
  "aus (?:unserer|meiner) sicht|eigene (?:schlussfolgerung|einschätzung|schätzung|annahme)",
  "nous (?:en )?(?:concluons|déduisons|supposons|estimons|recommandons|suggérons|pensons|n['’]avons (?:pas )?trouvé)",
  "(?:à (?:notre|mon) avis|selon nous|(?:notre|mon|ma) (?:propre )?(?:conclusion|estimation|recommandation|hypothèse|avis))",
  "(?:concluimos|concluímos|inferimos|suponemos|supomos|estimamos|recomendamos|sugerimos|creemos|acreditamos|consideramos|no encontramos|não encontr[aá]mos)",
  "(?:a nuestro juicio|en (?:nuestra|mi) opinión|nuestra (?:propia )?(?:conclusión|estimación|recomendación))",
  "(?:a nosso ver|(?:em|na) (?:nossa|minha) opinião|nossa (?:própria )?(?:conclusão|estimativa|recomendação))",
];

const OWN_CONCLUSION = new RegExp(
  `\\[own\\]|(?<!\\p{L})(?:${OWN_CONCLUSIONS.join("|")})(?!\\p{L})`,
  "iu",
);

export function isOwnConclusion(statement: string): boolean {
  return OWN_CONCLUSION.test(statement);
}

/** Some of the phrases, for messages. */
export const OWN_CONCLUSION_EXAMPLES =
  "“we conclude”, “in our view”, “wir folgern”, “unseres Erachtens”, “nous concluons”, “concluimos”, “concluímos”";
