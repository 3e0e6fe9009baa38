const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

const nameIn = (list: readonly (readonly [string, RegExp])[], text: string) =>
  list.find(([, form]) => form.test(text))?.[0];

/** Names the program that sent a request, such as "Firefox on Windows". It is only the client's own claim. */
export function describeClient(userAgent: string | undefined, fallback: string): string {
  const text = userAgent ?? '';
  const program = nameIn(browsers, text) ?? /^[\w.-]{1,40}/.exec(text)?.[0] ?? fallback;
  const system = nameIn(systems, text);
  return system === undefined ? program : `${program} on ${system}`;
}
