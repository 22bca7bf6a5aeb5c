import { type DeckStyle, themeColours } from "./deck-style.ts";
import { escaped, NAMESPACES, XML_HEAD } from "./xml.ts";

/** What Office takes for scripts that a font lacks. */
const SCRIPT_FONTS: readonly (readonly [string, string])[] = [
  ["Jpan", "Yu Gothic"],
  ["Hang", "Malgun Gothic"],
  ["Hans", "Microsoft YaHei"],
  ["Hant", "Microsoft JhengHei"],
  ["Arab", "Arial"],
  ["Hebr", "Arial"],
];
const PLAIN_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const PLAIN_LINE = `<a:ln w="9525">${PLAIN_FILL}</a:ln>`;
const NO_EFFECT = "<a:effectStyle><a:effectLst/></a:effectStyle>";

/** Colours and fonts, by whose names slides ask for them. */
export function themeXml(name: string, style: DeckStyle): string {
  const colours = themeColours(style.palette);
  const slot = (element: string, hex = "") =>
    `<a:${element}><a:srgbClr val="${hex}"/></a:${element}>`;
  const scheme = [
    slot("dk1", colours.tx1),
    slot("lt1", colours.bg1),
    slot("dk2", colours.tx2),
    slot("lt2", colours.bg2),
    ...[1, 2, 3, 4, 5, 6].map((number) => slot(`accent${number}`, colours[`accent${number}`])),
    slot("hlink", style.palette.accent),
    slot("folHlink", style.palette.soft),
  ];
  const title = escaped(name);
  return `${XML_HEAD}<a:theme ${NAMESPACES} name="${title}"><a:themeElements><a:clrScheme name="${title}">${scheme.join("")}</a:clrScheme><a:fontScheme name="${title}"><a:majorFont>${fontsXml(style.headingFont, style)}</a:majorFont><a:minorFont>${fontsXml(style.bodyFont, style)}</a:minorFont></a:fontScheme><a:fmtScheme name="${title}"><a:fillStyleLst>${PLAIN_FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${PLAIN_LINE.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${NO_EFFECT.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${PLAIN_FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>`;
}

function fontsXml(font: string, { eastAsianFont, complexFont }: DeckStyle): string {
  const scripts = SCRIPT_FONTS.map(
    ([script, face]) => `<a:font script="${script}" typeface="${face}"/>`,
  );
  return `<a:latin typeface="${escaped(font)}"/><a:ea typeface="${eastAsianFont}"/><a:cs typeface="${complexFont}"/>${scripts.join("")}`;
}
