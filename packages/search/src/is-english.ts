/** Common words that are no English words. */
const FOREIGN: readonly ReadonlySet<string>[] = [
  // German, French, Spanish, Portuguese, Italian, Dutch.
  "der das und ist nicht ein eine einen einem einer eines den dem des mit für von auf zu zum zur im sich auch wie bei wird werden wurde sind aus nach über oder welche welcher welches wer wo warum wann kann ich wir sie es gibt bis durch gegen ohne zwischen",
  "le la les de des du et est une un dans que qui sur avec pas par au aux ce cette ces sont ou où comment quel quelle quels quelles pourquoi en il elle nous vous leur entre sans l d qu",
  "el la los las de del y es en un una que con por para se como qué cuál cuáles cómo dónde son más al su sus lo entre sin sobre hay",
  "os um uma de da dos das em na nos nas que com por para não é são como qual quais mais ao pelo pela entre sem sobre é",
  "il lo gli di del della dei delle che è un una con sono quale quali più nel nella sul sulla alla si da dal tra cosa perché l",
  "de het een en van op te voor met niet zijn aan dat wat hoe welke worden wordt bij ook naar uit om tussen zonder waarom",
].map(wordSet);

const ENGLISH = wordSet(
  "the of and to in is for on with that by are from at as an be this these which what how do does can not it or has have had been their its between about when where why who than into were a i we us our there vs",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Above this share of other letters a query is in another script. */
const MAX_OTHER_LETTERS = 0.3;

/** A guess by stop words and letters; a bare topic without either counts as English. */
export function isEnglish(query: string): boolean {
  const letters = query.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (others.length > MAX_OTHER_LETTERS * letters.length) return false;
  const words =
    query
      .toLowerCase()
      .normalize("NFC")
      .match(/\p{L}+/gu) ?? [];
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
  const english = count(ENGLISH);
  if (Math.max(...FOREIGN.map(count)) > english) return false;
  const hasForeignLetters = /[^a-z]/.test(words.join(""));
  return english > 0 || !hasForeignLetters;
}
