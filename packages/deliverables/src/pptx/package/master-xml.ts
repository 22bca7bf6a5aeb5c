import {
  BOTTOM,
  FOOTER_BOX,
  LEFT,
  NUMBER_BOX,
  SLIDE,
  SOURCE_BOX,
  SOURCE_SIZE,
  TITLE_BOX,
  TITLE_SIZE,
  TOP,
  WIDTH,
} from "../slide.ts";
import { COVER } from "../slides/cover-slide.ts";
import { background, COLOUR_MAP } from "./background.ts";
import type { DeckStyle } from "./deck-style.ts";
import { levelsXml } from "./levels-xml.ts";
import { type PlaceholderGiven, placeholderXml } from "./placeholder-xml.ts";
import { ruleXml } from "./shape-xml.ts";
import { NAMESPACES, shapeTree, XML_HEAD } from "./xml.ts";

export const LAYOUTS = ["cover", "message", "plain"] as const;
const FIRST_LAYOUT_ID = 2_147_483_649;

function titlePlaceholder({ palette }: DeckStyle): PlaceholderGiven {
  return {
    id: 2,
    name: "Title",
    type: 'type="title"',
    box: TITLE_BOX,
    size: TITLE_SIZE,
    colour: palette.deep,
    bold: true,
  };
}

function footPlaceholders({ palette }: DeckStyle): PlaceholderGiven[] {
  const look = { size: SOURCE_SIZE, colour: palette.soft, align: "end" as const };
  return [
    { id: 4, name: "Footer", type: 'type="ftr" sz="quarter" idx="11"', box: FOOTER_BOX, ...look },
    {
      id: 5,
      name: "Slide Number",
      type: 'type="sldNum" sz="quarter" idx="12"',
      box: NUMBER_BOX,
      ...look,
      isNumber: true,
    },
  ];
}

function sourcePlaceholder({ palette }: DeckStyle): PlaceholderGiven {
  return {
    id: 3,
    name: "Sources",
    type: 'type="body" sz="quarter" idx="13"',
    box: SOURCE_BOX,
    size: SOURCE_SIZE,
    colour: palette.soft,
  };
}

/** A bar on top and a line above the foot. */
function decoration(style: DeckStyle): string[] {
  const { palette } = style;
  return [
    ruleXml(
      { kind: "rule", box: { x: 0, y: 0, w: SLIDE.width, h: 0.1 }, colour: palette.accent },
      { id: 8, style },
    ),
    ruleXml(
      { kind: "rule", box: { x: LEFT, y: 6.94, w: WIDTH, h: 0.01 }, colour: palette.line },
      { id: 9, style },
    ),
  ];
}

function coverPlaceholders({ palette }: DeckStyle): PlaceholderGiven[] {
  const box = ({ y, h }: { readonly y: number; readonly h: number }) => ({
    x: COVER.x,
    y,
    w: COVER.textWidth,
    h,
  });
  return [
    {
      id: 2,
      name: "Title",
      type: 'type="ctrTitle"',
      box: box(COVER.title),
      size: COVER.title.sizes[0],
      colour: palette.page,
      bold: true,
      anchor: "b",
    },
    {
      id: 3,
      name: "Subtitle",
      type: 'type="subTitle" idx="1"',
      box: box(COVER.question),
      size: COVER.question.sizes[0],
      colour: palette.page,
      italic: true,
      anchor: "t",
    },
    {
      id: 4,
      name: "Facts",
      type: 'type="body" sz="quarter" idx="14"',
      box: box(COVER.facts),
      size: 14,
      colour: palette.coverSoft,
      anchor: "t",
    },
  ];
}

/** `logo` is the shape of the organization's picture, on the cover. */
export function layoutXml(layout: (typeof LAYOUTS)[number], style: DeckStyle, logo = ""): string {
  if (layout === "cover") return coverLayout(style, logo);
  const placeholders = [
    titlePlaceholder(style),
    ...(layout === "message" ? [sourcePlaceholder(style)] : []),
    ...footPlaceholders(style),
  ];
  const name = layout === "message" ? "Message" : "Plain";
  return layoutPart(
    name,
    'preserve="1" userDrawn="1"',
    shapeTree(placeholders.map((given) => placeholderXml(given, style))),
  );
}

function coverLayout(style: DeckStyle, logo: string): string {
  const { palette } = style;
  const strip = ruleXml(
    {
      kind: "rule",
      box: { x: 0, y: SLIDE.height - 0.18, w: SLIDE.width, h: 0.18 },
      colour: palette.accent,
    },
    { id: 8, style },
  );
  const shapes = [
    strip,
    logo,
    ...coverPlaceholders(style).map((given) => placeholderXml(given, style)),
  ];
  return layoutPart(
    "Cover",
    'type="title" preserve="1" showMasterSp="0"',
    `${background(palette.coverGround, style)}${shapeTree(shapes)}`,
  );
}

function layoutPart(name: string, attributes: string, content: string): string {
  return `${XML_HEAD}<p:sldLayout ${NAMESPACES} ${attributes}><p:cSld name="${name}">${content}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
}

export function masterXml(layoutIds: readonly string[], style: DeckStyle): string {
  const { palette } = style;
  const body: PlaceholderGiven = {
    id: 3,
    name: "Text",
    type: 'type="body" idx="1"',
    box: { x: LEFT, y: TOP, w: WIDTH, h: BOTTOM - TOP },
    size: 20,
    colour: palette.ink,
    anchor: "t",
  };
  const shapes = [
    ...decoration(style),
    ...[titlePlaceholder(style), body, ...footPlaceholders(style)].map((given) =>
      placeholderXml(
        {
          ...given,
          type: given.type.replace('idx="11"', 'idx="3"').replace('idx="12"', 'idx="4"'),
        },
        style,
      ),
    ),
  ];
  const list = layoutIds.map(
    (id, index) => `<p:sldLayoutId id="${FIRST_LAYOUT_ID + index}" r:id="${id}"/>`,
  );
  return `${XML_HEAD}<p:sldMaster ${NAMESPACES}><p:cSld>${background(palette.page, style)}${shapeTree(shapes)}</p:cSld><p:clrMap ${COLOUR_MAP}/><p:sldLayoutIdLst>${list.join("")}</p:sldLayoutIdLst><p:txStyles><p:titleStyle>${levelsXml("mj", style, { levels: [1], size: TITLE_SIZE, name: "tx2" })}</p:titleStyle><p:bodyStyle>${levelsXml("mn", style, { size: 20 })}</p:bodyStyle><p:otherStyle>${levelsXml("mn", style, { size: 18 })}</p:otherStyle></p:txStyles></p:sldMaster>`;
}
