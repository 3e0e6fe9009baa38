/** Restricts the redirect after a sign-in to paths of this site: no host, backslash or control character. */
export function toSafeNextPath(next: string | null): string {
  if (next === null || !isPathHere(next) || next.includes('\\') || hasControlCharacter(next)) return '/';
  const base = 'https://same.invalid';
  const url = URL.parse(next, base);
  if (url?.origin !== base || !isPathHere(url.pathname)) return '/'; // `/..//host` becomes `//host`
  return `${url.pathname}${url.search}${url.hash}`;
}

function isPathHere(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//');
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}
