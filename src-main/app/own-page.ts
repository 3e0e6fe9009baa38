/** Where the window's page comes from. */
export const appUrl = 'app://bundle/index.html';

/** True for addresses with the scheme and host of our own page, by the URL parser and not by the look of the text. */
export function createOwnPageCheck(pageUrl: string): (url: string) => boolean {
  const own = new URL(pageUrl);
  return (text) => {
    const url = URL.parse(text);
    return (
      url !== null && url.protocol === own.protocol && url.host === own.host && !url.username && !url.password
    );
  };
}
