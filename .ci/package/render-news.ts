/** The most characters of release notes that the app shows. */
const longest = 10_000;

/**
 * Returns the changelog of a version as plain text for the update feed: a line per entry, below the name of its part.
 * Throws if the changelog has no entry for that version.
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
