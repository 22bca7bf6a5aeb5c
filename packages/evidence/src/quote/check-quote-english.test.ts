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

describe("a quote in en, passage 4", () => {
  const source = prepareText(
    "Annual Report 2022\n\nNorthwind Energy Ltd. reported revenue of £4.2 billion for 2022, up 8 % from £3.9 billion a year earlier. Net profit fell to £310 million because of higher gas prices. The company's chief executive, Dr. Maria Olsen, told investors that she expected demand to recover by 2024.\n\nNorthwind Energy | Annual Report 2022 | 17\n\nEmissions were reduced by 1.5 million tonnes of CO2, or roughly 12 per cent, compared with 2015. The board did not approve the sale of its offshore unit, although two directors voted in favour.\n\nThe strategy has four goals:\n1. Cut costs by at least £50m\n2. Close three plants\n3. Train 1,500 workers\n4. Expand in Norway & Denmark\n\nRegion\tRevenue\tStaff\nUK\t2.1\t8,400\nNorway\t1.3\t3,100\nDenmark\t0.8\t1,900\n\nUnless regulators object, the pipeline will open in May 2025. The dose should not exceed 5 mg/kg. Patients under 12 (n = 48) were excluded¹. Neither the bank nor its auditors noticed the error.",
  );

  it.each([
    "Northwind Energy Ltd. reported revenue of £4.2bn for 2022, up 8% from £3.9bn a year earlier.",
    "Northwind Energy Ltd reported revenue of GBP 4.2 billion for 2022",
    "Net profit fell to £310m because of higher gas prices.",
    "[Olsen] told investors that she expected demand to recover by 2024",
    "The company’s chief executive, Dr Maria Olsen, told investors that she expected demand to recover by 2024",
    "she [Olsen] expected demand to recover by 2024",
    "The company's chief executive […] told investors that she expected demand to recover by 2024.",
    "Emissions were reduced by 1,500,000 tonnes of CO₂, or roughly 12%, compared with 2015.",
    "Emissions were reduced by 1.5 million tons of CO2",
    "The board did not approve the sale of its off-shore unit",
    "The strategy has four goals: cut costs by at least £50m, close three plants, train 1,500 workers, expand in Norway and Denmark",
    "Cut costs by at least £50 million",
    "Norway 1.3 3,100",
    "Norway: 1.3, 3100",
    "The dose should not exceed 5mg/kg",
    "Patients under 12 (n=48) were excluded.",
    "Patients under 12 (n = 48) were excluded[1].",
    "Neither the bank nor its auditors noticed the error",
    "NEITHER THE BANK NOR ITS AUDITORS NOTICED THE ERROR",
    "Unless regulators object, the pipeline will open in May 2025",
    "told investors that she expected demand to recover by 2024.\n\nEmissions were reduced by 1.5 million tonnes of CO2",
    "The board did not approve the sale of its offshore unit, although 2 directors voted in favor",
    "Net profit fell to £ 310 million because of higher gas prices",
    "Net pro­fit fell to £310 million because of higher gas prices",
    "Net prof1t fell to £310 million because of higher gas prices",
    "Net profit fell to <strong>£310 million</strong> because of higher gas prices",
    "> Net profit fell to £310 million because of higher gas prices",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Northwind Energy Ltd. reported revenue of £4.2 million for 2022",
    "revenue of £3.9 billion for 2022, up 8 % from £4.2 billion a year earlier",
    "up 8 percentage points from £3.9 billion a year earlier",
    "Net profit rose to £310 million because of higher gas prices",
    "Net profit fell to £310 million because of lower gas prices",
    "Net profit fell by £310 million because of higher gas prices",
    "Net profit fell to €310 million because of higher gas prices",
    "She expected demand to recover by 2024.",
    "The company's chief executive … expected demand to recover by 2024.",
    "Emissions were reduced by 12 per cent",
    "Emissions were reduced by 1.5 million tonnes of CO2, or exactly 12 per cent",
    "The board did … approve the sale of its offshore unit",
    "The board approved the sale of its offshore unit",
    "the sale of its offshore unit, although three directors voted in favour",
    "Cut costs by at most £50m",
    "Cut costs by £50m",
    "The strategy has four goals: cut costs by at least £50m, train 1,500 workers, expand in Norway & Denmark",
    "Norway 0.8 1,900",
    "Norway 1.3 1,900",
    "UK 2.1 3,100",
    "The pipeline will open in May 2025.",
    "the pipeline may open in May 2025",
    "The dose should exceed 5 mg/kg",
    "The dose should not exceed 5 g/kg",
    "The dose must not exceed 5 mg/kg",
    "Patients over 12 (n = 48) were excluded",
    "Patients under 12 (n = 48) were included",
    "The bank and its auditors noticed the error",
    "… the bank … noticed the error",
    "its auditors noticed the error",
    "Both the bank and its auditors noticed the error",
    "Northwind Energy Ltd. … expected demand to recover by 2024",
    "The board did now approve the sale of its offshore unit",
    "Close three plans",
    "Train 1,500 workers in Norway & Denmark",
    "Northwind Energy Ltd. reported revenue of £4.2 billion for 2023",
    "Southwind Energy Ltd. reported revenue of £4.2 billion for 2022",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in en, passage 5", () => {
  const source = prepareText(
    'Dr. Alan Reyes, who led the expedition, said the glacier had lost 30 metres of ice since 1990. The team measured the ice at 14 stations, repeated the work in 2018 and 2021, and found no sign of recovery. Local guides disagree. "The ice will probably be gone by 2050," Reyes warned. The lake, according to the ministry, holds 2.4 cubic kilometres of water. In some valleys the snow now melts three weeks earlier, which may harm crops. Funding was cut by half in 2019; it was restored a year later.',
  );

  it.each([
    "Dr. Alan Reyes […] said the glacier had lost 30 metres of ice since 1990.",
    "Dr. Alan Reyes ... said the glacier had lost 30 meters of ice since 1990.",
    "The team measured the ice at 14 stations … and found no sign of recovery.",
    "The team measured the ice at 14 stations [. . .] and found no sign of recovery.",
    "The team measured the ice at fourteen stations",
    "The ice will probably be gone by 2050",
    "“The ice will probably be gone by 2050,” Reyes warned.",
    "Funding was cut by half in 2019; it was restored a year later.",
    "In some valleys the snow now melts 3 weeks earlier, which may harm crops",
    'The team measured the ice at 14 stations, repeated the work in 2018 and 2021, and found no sign of recovery. […] "The ice will probably be gone by 2050," Reyes warned.',
    "the team measured the ice at 14 sta-\ntions, repeated the work in 2018 and 2021",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "The glacier had lost 30 metres of ice since 1990.",
    "The team … found no sign of recovery. Local guides agree.",
    "The team measured the ice … and found … sign of recovery.",
    "The ice will … be gone by 2050",
    "The ice will be gone by 2050",
    "The lake … holds 2.4 cubic kilometres of water.",
    "The lake holds 2.4 cubic kilometres of water.",
    "In … valleys the snow now melts three weeks earlier",
    "the snow now melts three weeks earlier, which … harm crops",
    "Local guides … found no sign of recovery",
    "Dr. Alan Reyes … warned",
    "The ice will probably be gone by 2050, local guides warned",
    "the glacier had gained 30 metres of ice since 1990",
    "Dr. Alan Reyes, who led the expedition, … holds 2.4 cubic kilometres of water",
    "In all valleys the snow now melts three weeks earlier",
    "The team measured the ice at 14 stations and found no sign of recovery",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in en, passage 6", () => {
  const source = prepareText(
    "Table 3. Results by group\nGroup A 12.4 % 350\nGroup B 9.8 % 410\nGroup C 15.1 % 295\n\nThe vaccine was more effective in group A than in group B (p < 0.01), but not in group C. Side effects were rare: headache (3 %), fever (2 %), nausea (1 %) and rash (0.5 %). Tenants must pay before the 5th day of each month unless the landlord agrees otherwise. The treaty was signed by France and ratified by Spain. Interest rates were cut from 4.5 % to 3.75 %. The minister neither confirmed nor denied the report. Prices are not likely to fall.",
  );

  it.each([
    "Group B 9.8% 410",
    "The vaccine was more effective in group A than in group B (p<0.01), but not in group C.",
    "Side effects were rare: headache (3%), fever (2%), nausea (1%) and rash (0.5%).",
    "Side effects were rare: headache (3 percent), fever (2 percent)",
    "Interest rates were cut from 4.50% to 3.75%",
    "Interest rates were cut from 4,5 % to 3,75 %",
    "The treaty was signed by France & ratified by Spain",
    "The minister neither confirmed nor denied the report",
    "Group A 12.4 % 350",
    "Tenants must pay before the 5th day of each month unless the landlord agrees otherwise.",
    "Tenants must pay before the 5 th day of each month unless the landlord agrees otherwise",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Group B 12.4 % 350",
    "Group A 9.8 % 410",
    "Group A 12.4 % 410",
    "350 Group B",
    "The vaccine was more effective in group B than in group A",
    "The vaccine was less effective in group A than in group B",
    "The vaccine was more effective in group A than in group B (p > 0.01)",
    "Side effects were rare: headache (3 %), nausea (1 %) and rash (0.5 %).",
    "Side effects were rare: headache (2 %), fever (3 %)",
    "Tenants must pay before the 5th day of each month.",
    "Tenants may pay before the 5th day of each month unless the landlord agrees otherwise",
    "Tenants must pay after the 5th day of each month unless",
    "The treaty was signed by Spain and ratified by France",
    "Interest rates were cut from 3.75 % to 4.5 %",
    "Interest rates were raised from 4.5 % to 3.75 %",
    "The minister … denied the report",
    "The minister confirmed the report",
    "The minister either confirmed or denied the report",
    "Prices are … likely to fall",
    "Prices are now likely to fall",
    "Prices are likely to fall",
    "The vaccine was more effective in group A than in group B … in group C",
    "Side effects were common: headache (3 %), fever (2 %)",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});
