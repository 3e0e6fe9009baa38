/** Characters that the app shows of what is new. */
const longest = 10_000;

/**
 * What the changelog says of a version, as plain text for the feed of updates: a line for each piece of news, under the name of
 * its part. Throws when the changelog has nothing of that version.
 */
export function renderNews(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version} `));
  const lines = (section ?? '')
    .split('\n')
    .slice(1)
    .join('\n')
    .replaceAll(/\n {2}(?=\S)/g, ' ')
    .replaceAll(/^### (.*)$/gm, '$1')
    .replaceAll(/^- /gm, '• ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\n{2,}/g, '\n\n')
    .trim();
  if (lines === '') throw new Error(`CHANGELOG.md says nothing of ${version}. Write what is new in it.`);
  if (lines.length <= longest) return `${lines}\n`;
  return `${lines.slice(0, lines.lastIndexOf('\n', longest)).trimEnd()}\n\n…\n`;
}
