/** Only paths of this site may follow a sign-in: one leading slash, no host, no backslash, no control character. */
export function toSafeNextPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])[^\\]*$/.test(next) || hasControlCharacter(next)) return '/';
  const base = 'https://same.invalid';
  const url = URL.parse(next, base);
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : '/';
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}
