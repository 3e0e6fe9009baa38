import { readFileSync } from 'node:fs';

type Release = {
  /** ISO 8601; midnight of the day that the changelog names. */
  readonly releasedAt: string;
  readonly notes: readonly string[];
};

const head = /^## (\S+) — (\d{4}-\d{2}-\d{2})$/;

/** The day and the news of a version. Throws when the changelog has no entry of that version with a day and news. */
export function readChangelog(file: string, version: string): Release {
  const sections = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const section = sections.find((text) => head.exec(text.split('\n')[0] ?? '')?.[1] === version);
  const day = head.exec(section?.split('\n')[0] ?? '')?.[2];
  const notes = (section ?? '')
    .split(/^- /m)
    .slice(1)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
  if (day === undefined || notes.length === 0)
    throw new Error(
      `${file} has no entry "## ${version} — YYYY-MM-DD" with news below it. Write one for the update feed.`,
    );
  return { releasedAt: `${day}T00:00:00.000Z`, notes };
}
