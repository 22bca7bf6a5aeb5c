import type { WordLists } from "./lexicon.ts";
import { frenchLookAlikes } from "./look-alikes/french.ts";

export const french: WordLists = {
  language: "fr",
  isComplete: true,
  stopWords:
    "le, la, les, de, des, du, et, est, en, un, une, que, qui, dans, pour, par, sur, au, aux, plus, pas, ne, ce, cette, il, elle, ont, a, à, été, avec, son, sa, ses, se, sont, d, l, ou, mais, comme, leur, qu, ces, selon, était, être, n, s",
  articles: "le, la, les, l, un, une, des, du, que, qu",
  pronouns:
    "il, elle, ils, elles, on, nous, vous, je, tu, lui, leur, leurs, son, sa, ses, celui, celle, ceux, celles, ce, cet, cette, ces, cela, ça, eux, y, en, qui, dont, notre, nos, votre, mon, ma, mes, ci, là, dernier, dernière",
  prepositions:
    "à, au, aux, en, de, du, des, d, sur, pour, par, chez, dans, avec, depuis, entre, et, ou, le",
  fillers: "de, d",
  critical: {
    negation:
      "ne, n, pas, non, jamais, aucun, aucune, rien, personne, ni, sans, guère, nullement, faux, fausse, nie, nient, nié, niait, refuse, refusent, refusé, rejette, rejettent, rejeté, impossible, manque, dément, démenti, mythe, rarement, conteste, contestent, contesté, réfute, réfuté, improbable, empêche, échoué, zéro, point",
    hedge:
      "peut, peuvent, pourrait, pourraient, pouvait, peut être, probablement, sans doute, vraisemblablement, éventuellement, possiblement, semble, semblent, semblait, paraît, paraissent, devrait, devraient, doit, doivent, serait, seraient, aurait, auraient, apparemment, prétendument, environ, presque, quasiment, estimé, estimée, estime, estiment, potentiellement, en partie, partiellement, provisoire, provisoires, préliminaire, préliminaires, incertain, suggère, suggèrent, suggéré, possible, possibles, théoriquement, parfois, souvent, généralement, attendu, prévu, supposé, présumé, présumée, présumés, hypothèse",
    condition:
      "si, s il, s ils, sauf, excepté, seulement, uniquement, à condition, à moins, pourvu, hormis, hors, sous réserve, dès lors, tant que, selon que, en cas, au cas, exclusivement, jusqu à ce, dépend, que si, sinon, ne que",
    attribution:
      "dit, disent, disait, selon, d après, affirme, affirment, affirmé, affirmait, déclare, déclarent, déclaré, estime, estiment, estimait, estimé, prétend, prétendent, prétendu, soutient, soutiennent, soutenu, assure, assurent, assuré, explique, expliquent, expliqué, rapporte, rapportent, rapporté, croit, croient, pense, pensent, pensait, annonce, annoncé, annoncent, avertit, avertissent, averti, juge, jugent, jugé, accuse, accusent, accusé, dénonce, dénoncent, dénoncé, critiques, opposants, détracteurs, partisans, écrit, écrivent, souligne, soulignent, souligné, conclut, concluent, aux yeux de, de l avis, espère, espèrent, craint, craignent, promet, promis, confie, confié, a fait savoir, considère, considèrent, raconte",
    quantifier:
      "certains, certaines, tous, toutes, tout, toute, plupart, plusieurs, quelques, peu, beaucoup, chaque, majorité, minorité, moitié, plus, moins, surtout, principalement, notamment, entièrement, toujours, exactement, autre, autres, total, moyenne, par, deux, aucun, davantage",
    direction:
      "hausse, baisse, augmente, augmentent, augmenté, augmentation, diminue, diminuent, diminué, diminution, monte, monté, chute, chuté, progresse, progressé, recule, reculé, recul, croît, croissance, supérieur, supérieure, inférieur, inférieure, gagne, gagné, perd, perdu, perte, pertes, bénéfice, bénéfices, avant, après, mieux, pire, sur, sous, dessus, dessous, nord, sud, est, ouest, premier, première, dernier, dernière, importations, exportations, accepte, accepté, approuve, approuvé, légal, illégal, favorable, défavorable, améliore, amélioré, aggrave, aggravé, interdit, autorisé",
    comparator:
      "au moins, au plus, au maximum, au minimum, plus de, moins de, pas plus de, supérieur à, inférieur à, jusqu à, dépasse, excède",
    contrast:
      "mais, cependant, toutefois, bien que, quoique, alors que, tandis que, pourtant, néanmoins, malgré, plutôt, en revanche, au contraire, or, contrairement, même si",
  },
  phrases:
    "& = et, moins de = <, plus de = >, au moins = ≥, au plus = ≤, au maximum = ≤, au minimum = ≥, pas plus de = ≤, supérieur à = >, inférieur à = <, environ = ≈, heures = h, heure = h, monsieur = m, madame = mme, c est à dire = cad",
  numberWords: {
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    six: 6,
    sept: 7,
    huit: 8,
    dix: 10,
    onze: 11,
    douze: 12,
    treize: 13,
    quatorze: 14,
    quinze: 15,
    seize: 16,
    vingt: 20,
    trente: 30,
    quarante: 40,
    cinquante: 50,
    soixante: 60,
    cent: 100,
  },
  scales: { mille: 1e3, cents: 100, billion: 1e12, billions: 1e12 },
  lookAlikes: frenchLookAlikes,
};
