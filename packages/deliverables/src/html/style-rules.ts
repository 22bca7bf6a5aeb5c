/** One column to read with the contents beside it, both colour schemes, phones and paper. Sides are logical, for both directions. */
export const STYLE_RULES = `*{box-sizing:border-box}
html{scroll-padding-top:1.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.6 var(--body-font);overflow-wrap:break-word}
body>header{background:var(--cover);color:#fff;border-bottom:.5rem solid var(--cover-line)}
body>header>div,.page,footer{max-width:51rem;margin:0 auto;padding:0 2.5rem}
body:has(.with-contents)>header>div,.with-contents,body:has(.with-contents)>footer{max-width:67.5rem}
body>header>div{padding-block:3.5rem 3rem}
header p{margin:0}
header img{display:block;max-width:14rem;max-height:3.5rem;width:auto;height:auto;margin-bottom:1.5rem;padding:.4rem .6rem;background:#fff;border-radius:4px}
.organization{color:var(--cover-soft);font-weight:600}
h1{font:700 2.7rem/1.15 var(--heading-font);margin:1.6rem 0 0;max-width:20em;letter-spacing:-.01em;text-wrap:balance}
h1:first-child{margin-top:0}
.subtitle{font-size:1.3rem;margin-top:.6rem;max-width:40rem}
.question{font-size:1.15rem;font-style:italic;max-width:38rem;margin-top:1rem;text-wrap:pretty}
.facts{color:var(--cover-soft);font-size:.9rem;margin-top:1.6rem;max-width:46rem}
.checked{margin-top:.5rem}
.draft{background:var(--low);color:var(--low-text);font-weight:600;padding:.8rem 2.5rem;text-align:center}
.page{padding-block:2.5rem 4rem}
nav{font-size:.86rem;line-height:1.35}
nav p{margin:0 0 .6rem;font-weight:650;color:var(--accent)}
nav ul{list-style:none;margin:0;padding:0;border-inline-start:2px solid var(--line)}
nav li{margin:0;padding-inline-start:.9rem}
nav a{display:block;padding:.25rem 0;color:var(--soft);text-decoration:none}
nav a:hover{color:var(--ink);text-decoration:underline}
nav .level-2{padding-inline-start:1.7rem}
nav .level-3{padding-inline-start:2.5rem}
@media (min-width:60.01em){.with-contents{display:grid;grid-template-columns:13rem minmax(0,46rem);gap:3.5rem}nav{position:sticky;top:2rem;align-self:start;max-height:calc(100vh - 4rem);overflow-y:auto}}
@media (max-width:60em){.with-contents{max-width:51rem}body:has(.with-contents)>header>div,body:has(.with-contents)>footer{max-width:51rem}nav{background:var(--panel);border-radius:8px;padding:1rem 1.2rem;margin-bottom:2rem;max-height:17rem;overflow-y:auto}}
h2,h3,h4,h5,h6{font-family:var(--heading-font);font-weight:650;color:var(--deep);line-height:1.3;text-wrap:balance}
h2{font-size:1.5rem;margin:2.8rem 0 .8rem}
h3{font-size:1.17rem;margin:1.9rem 0 .5rem}
h4,h5,h6{font-size:1rem;margin:1.5rem 0 .4rem}
main>:first-child{margin-top:0}
p,ul,ol,dl,.table,pre,blockquote,figure{margin:0 0 1rem}
ul,ol{padding-inline-start:1.5rem}
ul>li::marker{color:var(--accent)}
li{margin:.3rem 0}
li>p{margin:0 0 .4rem}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
sup{font-size:.68em;line-height:0;font-weight:600;color:var(--accent)}
sup a{text-decoration:none}
sup a:hover{text-decoration:underline}
:target{scroll-margin-top:1.5rem}
sup a:target,.sources li:target,.claim:target{background:var(--tint);outline:.4rem solid var(--tint)}
.unresolved{color:var(--wrong);font-size:.8em}
sup.doubt,.standing.doubt{color:var(--wrong)}
sup.doubt{font-weight:700;cursor:help;padding-inline-start:.1em}
.answer{background:var(--tint);border-inline-start:5px solid var(--accent);padding:1.5rem 1.9rem 1.4rem;margin:0 0 2.8rem}
.answer>h2,.box>h2{margin:0 0 .35rem}
.answer>p,.answer>ul,.answer>ol{font-size:1.28rem;line-height:1.5;margin-bottom:.7rem;text-wrap:pretty}
.answer>.rating{font-size:.9rem;margin:1rem 0 0}
.rating{color:var(--soft);font-size:.88rem;margin:.3rem 0 0}
.chip{display:inline-block;padding:.05rem .65rem;border-radius:1rem;font-size:.8rem;font-weight:650;line-height:1.5;white-space:nowrap;margin-inline-end:.35rem}
.high{background:var(--high);color:var(--high-text)}
.medium{background:var(--medium);color:var(--medium-text)}
.low{background:var(--low);color:var(--low-text)}
.findings{list-style:none;counter-reset:finding;padding:0}
.findings>li{counter-increment:finding;position:relative;margin:0 0 1.7rem;padding-inline-start:2.6rem}
.findings>li::before{content:counter(finding);position:absolute;inset-inline-start:0;top:-.1rem;font-size:1.35rem;line-height:1.6;font-weight:700;color:var(--accent)}
.sentence,.findings>li>h3{font-size:1.06rem;font-weight:650;color:var(--ink);margin:0 0 .3rem}
.box{border:1px solid var(--line);border-radius:8px;padding:1.3rem 1.7rem .6rem;margin:2rem 0}
.box+.box{margin-top:1.4rem}
.chart{margin:1.6rem 0 1.4rem}
figcaption{font-weight:650;font-size:.95rem;margin-bottom:.7rem}
svg{display:block;width:100%;height:auto}
.narrow{display:none}
.caption{color:var(--soft);font-size:.85rem;margin:.7rem 0 0}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem;line-height:1.45;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.55rem .75rem;text-align:start;vertical-align:top}
thead th{background:var(--panel);color:var(--deep);border-top:2px solid var(--deep);border-bottom:1px solid var(--deep);vertical-align:bottom;font-weight:650}
tbody th{font-weight:600}
td .chip{margin:0}
.right{text-align:end}
.center{text-align:center}
code{font:.88em/1.5 ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;background:var(--panel);border-radius:4px;padding:.1em .3em}
pre{background:var(--panel);border-radius:8px;padding:1rem 1.2rem;white-space:pre-wrap}
pre code{padding:0;background:none}
blockquote{border-inline-start:3px solid var(--line);padding-inline-start:1.1rem;color:var(--soft);margin-inline:0}
blockquote>:last-child,li>:last-child{margin-bottom:0}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.made{background:var(--panel);border-radius:8px;padding:1.4rem 1.7rem 1rem;margin:2.8rem 0;font-size:.95rem}
.made h2{margin-top:0}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem}
dl div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0;font-size:1.5rem;line-height:1.25;font-weight:700;color:var(--accent)}
.made ul{list-style:none;padding:.9rem 0 0;border-top:1px solid var(--line)}
.made p{margin:0 0 .5rem;color:var(--soft)}
.sources{font-size:.93rem}
.sources ol{list-style:none;padding:0}
.sources li{position:relative;padding-inline-start:2.6rem;margin:0 0 1rem}
.sources li::before{content:attr(value);position:absolute;inset-inline-start:0;font-weight:700;color:var(--accent)}
.sources li p{margin:0}
.sources li>p>:first-child{font-weight:600}
.sources blockquote{border:0;padding:0;margin:.2rem 0 0;font-style:italic}
.sources .note .detail{font-size:.88em}
.detail,.address{color:var(--soft)}
.address{font-size:.88em;overflow-wrap:anywhere}
.back a{text-decoration:none;font-size:.85em;padding:0 .15em}
.evidence{font-size:.92rem}
.claim{margin:1.6rem 0}
.claim p{margin:0 0 .3rem}
.claim .label{font-weight:600;color:var(--accent)}
.claim blockquote{margin:.5rem 0 .2rem}
.claim .detail{font-size:.88em;padding-inline-start:1.25rem;overflow-wrap:anywhere}
mark{background:var(--medium);color:var(--medium-text)}
.record,footer{color:var(--soft);font-size:.85rem}
.record h2{font-size:1rem;color:inherit}
.record pre{font-size:.72rem;white-space:pre-wrap;overflow-wrap:anywhere}
footer p{border-top:1px solid var(--line);padding:1rem 0 2rem;margin:0}
:lang(ja),:lang(zh),:lang(ar){letter-spacing:normal}
:lang(ja) .question,:lang(zh) .question,:lang(ar) .question,:lang(ja) .sources blockquote,:lang(zh) .sources blockquote,:lang(ar) .sources blockquote{font-style:normal}
@media (max-width:40em){body{font-size:16px}body>header>div,.page,footer{padding-inline:1.25rem}body>header>div{padding-block:2.2rem 2rem}h1{font-size:2rem}h2{font-size:1.35rem}.draft{padding-inline:1.25rem}.answer{padding:1.1rem 1.2rem}.answer>p,.answer>ul,.answer>ol{font-size:1.12rem}.findings>li,.sources li{padding-inline-start:2rem}.box,.made{padding-inline:1.1rem}}
@media screen and (max-width:40em){.wide{display:none}.narrow{display:block}}
@page{margin:18mm 18mm 20mm}
@media print{:root{color-scheme:light}html{font-size:13px}table:not(:has(tr:nth-child(13))){break-inside:avoid}body{font-size:10.5pt}body>header,.answer,.chip,.made,thead th,.draft,svg,pre,mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}body>header>div{padding:1.6rem 1.6rem 1.4rem}h1{font-size:21pt}h2{font-size:14pt}.question{font-size:12pt}.page,body:has(.with-contents)>footer,footer{display:block;max-width:none;padding:1.2rem 0 0}.answer>p,.answer>ul,.answer>ol{font-size:12.5pt}nav{position:static;max-height:none;margin-bottom:1.5rem;columns:2;background:none;padding:0}nav p{column-span:all}nav a{padding:.1rem 0}h1,h2,h3,h4,h5,h6,figcaption{break-after:avoid}.answer,.findings>li,.box,.chart,tr,pre,blockquote,.made,.sources li,.claim,.record{break-inside:avoid}p,li{orphans:3;widows:3}thead{display:table-header-group}.table{overflow:visible}.back{display:none}main a[href^="http"]{color:inherit}main p a[href^="http"]::after,main td a[href^="http"]::after,main li>a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em;color:var(--soft);overflow-wrap:anywhere}.sources a[href^="http"]::after{content:none!important}}`;
