export const appUrl = 'app://bundle/index.html';

/** Returns a check that a URL has the scheme and host of our page. */
export function createOwnPageCheck(pageUrl: string): (url: string) => boolean {
  const own = new URL(pageUrl);
  return (text) => {
    const url = URL.parse(text);
    return (
      url !== null && url.protocol === own.protocol && url.host === own.host && !url.username && !url.password
    );
  };
}
