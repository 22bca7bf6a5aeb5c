import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

describe("a quote in en, passage 1", () => {
  const source = prepareText(
    "The European Medicines Agency said on Monday that it would review the data by June. It found that the treatment reduced deaths by 12.5 percent, at least in patients under 65, but it did not reduce hospital stays. Critics say the trial was too small to prove anything. The budget rose from €12,000 to €1.2 million in 2019, an increase of more than 50 km of new track. If approved, the drug may be sold in France, Germany, Italy and Spain.",
  );

  it.each([
    "[The agency] found that the treatment reduced deaths by 12.5 percent",
    "It [the agency] found that the treatment reduced deaths by 12.5 percent",
    "it found that the treatment reduced deaths by 12.5 %, at least in patients under 65",
    "It found that the treatment reduced deaths by 12,5 per cent",
    "The budget rose from €12 000 to €1,200,000 in 2019",
    "The budget rose from 12.000 euros to 1.2 million euros in 2019",
    "an increase of more than 50km of new track",
    "It found that the treatrnent reduced deaths by 12.5 percent",
    "the trial was too small to prove anything",
    "The European Medicines Agency said … that it would review the data by June.",
    "The European Medicines Agency said on Monday that [it] would review the data",
    "It found that the treatment reduce[s] deaths by 12.5 percent",
    '"It found that the treatment reduced deaths by 12.5 percent [sic]"',
    "It found that the treatment reduced deaths <em>by 12.5&nbsp;%</em>",
    "**It found** that the treatment reduced deaths by 12.5 percent",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "It found that the treatment reduced deaths by 15.2 percent",
    "It found that the treatment increased deaths by 12.5 percent",
    "it did reduce hospital stays",
    "It found that the treatment … did not reduce hospital stays",
    "It found that the treatment reduced deaths by 12.5 percentage points",
    "The trial was too small to prove anything.",
    "… the trial was too small to prove anything",
    "The budget rose from €12,000 to €1.2 billion in 2019",
    "The drug may be sold in France, Germany, Italy and Spain.",
    "the drug may be sold in France, Germany and Spain",
    "the drug will be sold in France, Germany, Italy and Spain",
    "If approved, the drug … be sold in France, Germany, Italy and Spain.",
    "an increase of less than 50 km of new track",
    "It found that the treatment reduced deaths … but it did not reduce hospital stays",
    "The European Medicines Agency … found that the treatment reduced deaths",
    "at most in patients under 65, but it did not reduce hospital stays",
    "The treatment reduced deaths by 12.5 percent, but it did not reduce hospital stays",
    "The budget rose from €1.2 million to €12,000 in 2019",
    "[The minister] said on Monday that it would review the data",
    "It found that the treatment [never] reduced deaths by 12.5 percent",
    "[It] did [not] find that the treatment reduced deaths",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in en, passage 2", () => {
  const source = prepareText(
    "The committee decided after long\ndebate that the\n\nAnnual Report 2020\n\nPage 12 of 40\n\nbridge should be closed.[3] The members are:\n- France\n- Germany\n- Italy\n\nCity | Population | Area\nBerlin | 3.6 | 891\nHamburg | 1.8 | 755\nThe first step is to (a) measure the load, (b) report it and (c) close the lane. It weighs 5 mg and p < 0.05. She did now agree. They were not able to attend.",
  );

  it.each([
    "The committee decided after long debate that the bridge should be closed.",
    "The members are: France, Germany, Italy",
    "Berlin 3.6 891",
    "Hamburg | 1.8 | 755",
    "The first step is to measure the load, report it and close the lane.",
    "It weighs 5mg and p<0.05",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "The members are: France, Italy",
    "Berlin 1.8 755",
    "Berlin 755",
    "The first step is to measure the load and close the lane.",
    "It weighs 5 g and p < 0.05",
    "It weighs 5 mg and p > 0.05",
    "She did not agree. They were",
    "They were notable to attend",
    "891 Hamburg | 1.8",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in en, passage 3", () => {
  const source = prepareText(
    'The 1906 San Francisco earthquake killed about 3,000 people and destroyed over 80 % of the city. Its magnitude is estimated at 7.9. "We have lost everything," said Mayor Eugene Schmitz. Insurance companies paid out $235 million, though some of them refused to pay at all. Temperatures fell to −12 °C overnight. Scientists believe that the fault could rupture again if stress builds up. The ratio was 3:1 (Smith et al., 2004). Half of the refugees, mostly families with children, left within 5 days and never returned.',
  );

  it.each([
    "[T]he 1906 San Francisco earthquake killed about 3,000 people",
    "killed about three thousand people and destroyed over 80 percent of the city",
    "Its magnitude is estimated at 7,9",
    "We have lost everything",
    "Insurance companies paid out $235m",
    "Insurance companies paid out US$ 235,000,000",
    "Temperatures fell to -12°C overnight",
    "Temperatures fell to minus 12 degrees Celsius overnight",
    "The ratio was 3:1",
    "Half of the refugees, … left within 5 days and never returned.",
    "Half of the refugees, mostly families with children, left within five days",
    "the fault could rupture again if stress builds up",
    "The 19O6 San Francisco earthquake ki11ed about 3,000 people",
    "“Half of the refugees [from the city], mostly families with children, left within 5 days”",
    "killed about 3'000 people and destroyed over 80% of the city",
    "Half of the refugees,\n• mostly families with children,\nleft within 5 days",
    "its magnitude is estimated at 7.9.",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "The fault could rupture again if stress builds up.",
    "Scientists believe that the fault could rupture again.",
    "Scientists believe that the fault will rupture again if stress builds up",
    "Insurance companies paid out $253 million",
    "Insurance companies paid out $235 billion",
    "though all of them refused to pay at all",
    "though some of them … pay at all",
    "Temperatures fell to 12 °C overnight",
    "Temperatures rose to −12 °C overnight",
    "killed over 3,000 people and destroyed about 80 % of the city",
    "killed about 3,000 people and destroyed over 80 of the city",
    "Half of the refugees … never returned.",
    "Half of the refugees, mostly families with children, left within 5 weeks",
    "Half of the refugees left within 5 days",
    "The ratio was 1:3",
    "Most of the refugees, mostly families with children, left",
    '"We have lost everything," said Governor Eugene Schmitz',
    "Its magnitude is 7.9",
    "We have lost nothing",
    "Scientists know that the fault could rupture again",
    "Insurance companies paid out $235 million, … refused to pay at all",
    "Half of the refugees, mostly families without children, left",
    "The 1906 San Francisco earthquake … Temperatures fell to −12 °C overnight",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});
