/** The address of the window's page. */
export const appUrl = 'app://bundle/index.html';

/** True for URLs with the scheme and host of our own page, as the URL parser reads them. */
export function createOwnPageCheck(pageUrl: string): (url: string) => boolean {
  const own = new URL(pageUrl);
  return (text) => {
    const url = URL.parse(text);
    return (
      url !== null && url.protocol === own.protocol && url.host === own.host && !url.username && !url.password
    );
  };
}
