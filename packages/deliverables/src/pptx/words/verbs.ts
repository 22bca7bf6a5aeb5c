/** Common verbs of headings in the Latin languages of documents, in the forms that headings have. */
const VERBS = new Set(
  [
    "is are was were be been has have had does do did will would can cannot can't could may might must should shall need needs",
    "pay pays cost costs save saves fall falls fell rise rises rose grow grows grew cut cuts cause causes make makes made take takes took show shows lead leads led bring brings need matter matters depend depends work works remain remains decide decides deliver delivers beat beats lose loses win wins hold holds turn turns drop drops double doubles reach reaches exceed exceeds outperform outperforms stay stays keep keeps give gives use uses used want wants buy buys choose convert replace avoid start wait",
    "ist sind war waren hat haben hatte wird werden kann können muss müssen soll sollte darf bleibt bleiben kostet kosten spart sparen sinkt sinken steigt steigen fällt fallen lohnt lohnen zahlt braucht brauchen liegt liegen gilt gibt macht führt zeigt hängt reicht übertrifft",
    "est sont était a ont avait sera seront peut peuvent doit doivent faut reste restent coûte coûtent baisse baissent augmente augmentent permet permettent dépend suffit",
    "es son era está están ha han tiene tienen será puede pueden debe deben cuesta cuestan baja bajan sube suben permite depende queda falta",
    "é são foi eram está estão tem têm será pode podem deve devem custa custam cai caem sobe sobem permite depende fica falta",
  ]
    .join(" ")
    .split(" "),
);
/** Nouns as well; at the beginning of a heading they are no verbs. */
const NOUNS = new Set(
  "cost costs use uses need needs cut cuts rise fall drop work works show lead matter matters start wait buy win".split(
    " ",
  ),
);

/** Whether a word in lower case is a verb, by its place in a text. */
export function isVerb(word: string, index: number): boolean {
  return VERBS.has(word) && !(index === 0 && NOUNS.has(word));
}
