import type { WordLists } from "./lexicon.ts";
import { germanLookAlikes } from "./look-alikes/german.ts";

export const german: WordLists = {
  language: "de",
  isComplete: true,
  stopWords:
    "der, die, das, und, in, den, von, zu, mit, ist, des, im, für, auf, dem, nicht, ein, eine, als, auch, es, an, werden, aus, er, hat, dass, sie, nach, wird, bei, einer, um, am, sind, noch, wie, einem, über, einen, so, zum, war, haben, nur, oder, aber, vor, zur, bis, mehr, durch, man, sein, wurde, sei",
  articles: "der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, dass",
  pronouns:
    "er, sie, es, wir, ich, ihr, ihm, ihn, ihnen, uns, mir, mich, ihre, ihren, ihrem, ihrer, ihres, sein, seine, seinen, seinem, seiner, seines, unser, unsere, dieser, diese, dieses, diesen, diesem, jener, jene, jenes, welche, welcher, welches, dort, hier, man, der, die, das, beide, letztere, letzterer, erstere",
  prepositions:
    "am, an, im, in, von, vom, zu, zum, zur, mit, bei, nach, seit, aus, für, auf, durch, gegen, und, oder",
  fillers: "",
  critical: {
    negation:
      "nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, niemand, nichts, nirgends, weder, noch nie, ohne, kaum, selten, unmöglich, falsch, unwahr, bestreitet, bestreiten, bestritt, leugnet, leugnete, dementiert, dementierte, verneint, lehnt, lehnte, lehnen, lehnten, abgelehnt, ablehnen, verweigert, verweigerte, widerlegt, mangelt, fehlt, fehlte, fehlen, mythos, unwahrscheinlich, irrtümlich, nicht mehr, verhindert, verhindern, null",
    hedge:
      "könnte, könnten, kann, können, dürfte, dürften, mag, möge, sollte, sollten, soll, sollen, müsste, müssten, muss, müssen, würde, würden, vielleicht, möglicherweise, eventuell, wahrscheinlich, vermutlich, wohl, angeblich, mutmaßlich, offenbar, scheinbar, anscheinend, scheint, scheinen, schien, womöglich, unter umständen, voraussichtlich, schätzungsweise, geschätzt, geschätzte, geschätzten, etwa, ungefähr, rund, fast, nahezu, beinahe, teilweise, zum teil, potenziell, theoretisch, vorläufig, vorläufige, vorläufigen, unklar, unbestätigt, deutet, deuten, hinweise, tendenziell, meist, manchmal, häufig, oft, in der regel, gelegentlich, bislang, bisher, erwartet, prognostiziert, womöglich, sei, seien, habe, wäre, wären, hätte, hätten",
    condition:
      "wenn, falls, sofern, soweit, solange, außer, ausgenommen, nur, lediglich, ausschließlich, vorausgesetzt, unter der bedingung, unter der voraussetzung, es sei denn, ob, sobald, abhängig, je nach, vorbehaltlich, andernfalls, bis auf, mit ausnahme, ausschließlich, sonst, im falle",
    attribution:
      "sagt, sagte, sagen, sagten, gesagt, laut, zufolge, gemäß, behauptet, behauptete, behaupten, behaupteten, erklärt, erklärte, erklären, erklärten, meint, meinte, meinen, meinten, glaubt, glaubte, glauben, glaubten, berichtet, berichtete, berichten, berichteten, schreibt, schrieb, schreiben, schrieben, argumentiert, argumentierte, argumentieren, argumentierten, nach angaben, nach ansicht, nach meinung, nach auffassung, nach einschätzung, aus sicht, warnt, warnte, warnen, warnten, betont, betonte, betonen, kritisiert, kritisierte, kritisieren, vermutet, vermutete, vermuten, vermuteten, wirft, warf, werfen, beteuert, beteuerte, versichert, versicherte, versichern, kündigte, kündigt, teilte, teilt, kritiker, gegner, befürworter, hofft, hoffte, hoffen, fürchtet, fürchten, befürchtet, befürchten, zitierte, zitiert, fordert, forderte, heißt es, hieß es, so der, so die, so das, denkt, denken, findet, stellt fest, versprach, verspricht",
    quantifier:
      "einige, einigen, einiger, manche, manchen, alle, allen, aller, alles, viele, vielen, vieler, wenige, wenigen, weniger, mehrere, mehreren, jeder, jede, jedes, jeden, jedem, beide, beiden, mehrheit, minderheit, hälfte, meisten, meiste, mehr, größtenteils, hauptsächlich, vor allem, insbesondere, ganz, ganze, ganzen, gesamt, gesamte, gesamten, immer, genau, völlig, vollständig, andere, anderen, weitere, weiteren, durchschnitt, durchschnittlich, pro, insgesamt, ein, eine, einer, einem, einen, eines",
    direction:
      "steigt, stieg, stiegen, steigen, gestiegen, anstieg, sinkt, sank, sanken, sinken, gesunken, rückgang, zunahme, abnahme, fällt, fiel, fielen, fallen, gefallen, wächst, wuchs, wuchsen, wachsen, gewachsen, schrumpft, schrumpfte, erhöht, erhöhte, erhöhen, senkt, senkte, senken, gesenkt, höher, höhere, höheren, niedriger, niedrigere, niedrigeren, über, unter, gewinn, gewinne, verlust, verluste, gewinnt, gewann, verliert, verlor, besser, schlechter, vor, nach, mehr, weniger, ober, nieder, nord, süd, ost, west, nördlich, südlich, östlich, westlich, erste, ersten, letzte, letzten, import, export, importe, exporte, zustimmung, ablehnung, billigte, billigt, verboten, erlaubt, sicher, unsicher, legal, illegal, stark, schwach, auf, ab",
    comparator:
      "mindestens, höchstens, maximal, minimal, wenigstens, mehr als, weniger als, nicht mehr als, nicht weniger als, größer als, kleiner als, über, unter, bis zu, übersteigt, unterschreitet",
    contrast:
      "aber, jedoch, obwohl, obgleich, während, sondern, doch, dennoch, trotzdem, allerdings, hingegen, dagegen, stattdessen, trotz, wohingegen, zwar, anstatt, indes, gleichwohl",
  },
  phrases:
    "& = und, weniger als = <, mehr als = >, größer als = >, kleiner als = <, mindestens = ≥, wenigstens = ≥, höchstens = ≤, maximal = ≤, nicht mehr als = ≤, nicht weniger als = ≥, z b = zb, zum beispiel = zb, d h = dh, das heißt = dh, u a = ua, unter anderem = ua, beziehungsweise = bzw, circa = ca, daß = dass, stunden = h, stunde = h, minuten = min",
  numberWords: {
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwölf: 12,
    dreizehn: 13,
    vierzehn: 14,
    fünfzehn: 15,
    sechzehn: 16,
    siebzehn: 17,
    achtzehn: 18,
    neunzehn: 19,
    zwanzig: 20,
    dreißig: 30,
    dreissig: 30,
    vierzig: 40,
    fünfzig: 50,
    sechzig: 60,
    siebzig: 70,
    achtzig: 80,
    neunzig: 90,
    hundert: 100,
  },
  scales: { billion: 1e12, billionen: 1e12 },
  lookAlikes: germanLookAlikes,
};
