import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

describe("a quote in ru, passage 1", () => {
  const source = prepareText(
    "Численность населения выросла на 1,5 млн человек. По словам министра, налоги не будут повышены. Город получил 12 000 рублей.",
  );

  it.each([
    "Численность населения выросла на 1.5 миллиона человек",
    "Город получил 12.000 рублей",
    "ЧИСЛЕННОСТЬ населения выросла на 1,5 млн человек",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Численность населения выросла на 1,5 млрд человек",
    "налоги будут повышены",
    "По словам министра, налоги … будут повышены",
    "Налоги не будут повышены.",
    "Город получил 21 000 рублей",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in ja, passage 2", () => {
  const source = prepareText(
    "政府は火曜日、予算を１２％増やすと発表した。専門家によると、この計画は十分ではない。人口は１２万人に達した。",
  );

  it.each([
    "政府は火曜日、予算を12%増やすと発表した",
    "人口は12万人に達した。",
    "人口は120,000人に達した",
    "「政府は火曜日、予算を12パーセント増やすと発表した」",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "政府は火曜日、予算を21%増やすと発表した",
    "この計画は十分である",
    "人口は12億人に達した",
    "政府は水曜日、予算を12%増やすと発表した",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in ar, passage 3", () => {
  const source = prepareText(
    "أعلنت الحكومة يوم الثلاثاء زيادة قدرها ١٢٪ في الميزانية. وقال الوزير إن الضرائب لن ترتفع.",
  );

  it.each([
    "أعلنت الحكومة يوم الثلاثاء زيادة قدرها 12% في الميزانية",
    "أعلنت الحكـــومة يوم الثلاثاء زيادة قدرها ١٢٪ في الميزانية",
    "أَعْلَنَتِ الحكومة يوم الثلاثاء زيادة قدرها ١٢ في المائة في الميزانية",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "أعلنت الحكومة يوم الثلاثاء زيادة قدرها ٢١٪ في الميزانية",
    "إن الضرائب ترتفع قريبا جدا",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in ru, passage 4", () => {
  const source = prepareText(
    "По данным министерства, безработица снизилась до 4,5 %. Завод, построенный в 1975 году, выпускает 12 000 автомобилей в год. Директор заявил, что закрывать предприятие не будут. Эксперты считают, что цены могут вырасти.",
  );

  it.each([
    "безработица снизилась до 4.5%",
    "Завод […] выпускает 12 000 автомобилей в год",
    "выпускает 12.000 автомобилей в год",
    "безработица снизилась до 4,5 процента",
    "закрывать предприятие не будут",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Безработица снизилась до 4,5 %.",
    "безработица снизилась до 5,4 %",
    "закрывать предприятие будут",
    "Цены могут вырасти.",
    "Завод … выпускает 21 000 автомобилей в год",
    "безработица выросла до 4,5 %",
    "Директор … закрывать предприятие не будут",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in ja, passage 5", () => {
  const source = prepareText(
    "厚生労働省は3月5日、新規感染者が1,200人に達したと発表した。\n\n12\n\n専門家は「対策は不十分だ」と述べた。工場は1975年に建てられ、約3万人を雇用している。消費税は引き上げられない可能性がある。",
  );

  it.each([
    "厚生労働省は３月５日、新規感染者が１２００人に達したと発表した",
    "対策は不十分だ",
    "工場は1975年に建てられ、約30,000人を雇用している",
    "消費税は引き上げられない可能性がある",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "新規感染者が2,100人に達した",
    "消費税は引き上げられる可能性がある",
    "消費税は…可能性がある",
    "消費税は引き上げられない。",
    "工場は1957年に建てられ、約3万人を雇用している",
    "約3億人を雇用している",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in ar, passage 6", () => {
  const source = prepareText(
    "ذكرت الوزارة أن عدد المصابين بلغ ١٬٢٠٠ شخص. ولم تعلن الحكومة عن إجراءات جديدة. قد ترتفع الأسعار بنسبة ٥٪ خلال العام المقبل.",
  );

  it.each([
    "عدد المصابين بلغ 1200 شخص",
    "ولم تعلن الحكومة عن اجراءات جديدة",
    "قد ترتفع الأسعار بنسبة 5 في المئة خلال العام المقبل",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "عدد المصابين بلغ 2100 شخص",
    "تعلن الحكومة عن إجراءات جديدة",
    "ترتفع الأسعار بنسبة ٥٪ خلال العام المقبل.",
    "قد تنخفض الأسعار بنسبة ٥٪ خلال العام المقبل",
    "... ترتفع الأسعار بنسبة ٥٪ خلال العام المقبل",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});
