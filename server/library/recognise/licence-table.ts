import { findLicences, seeLicence } from './licences.ts';

export type LicenceRow = { readonly license: string; readonly author?: string };

const isLicence = /^licen[cs]es?$/i;
const isAuthor = /^(?:authors?|creators?|artists?|attribution|credits?)$/i;

const isLine = (line: string) => line.startsWith('|');
const isRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+$/.test(line);
const toCells = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
/** Strips the Markdown for code, bold text and links from a cell. */
const toName = (cell = '') =>
  cell
    .replace(/^\[(.*)\]\(.*\)$/, '$1')
    .replace(/^[`*]+|[`*]+$/g, '')
    .toLowerCase();

function nameLicence(fileName: string, cell: string): string {
  const found = findLicences(cell);
  if (found.length > 1) return seeLicence(fileName, found);
  return found[0] ?? cell;
}

/** Reads a licence file's Markdown table by the first cell in lower case. Drops rows that contradict each other. */
export function readLicenceTable(fileName: string, text: string): ReadonlyMap<string, LicenceRow> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const start = lines.findIndex(
    (line, at) => isLine(line) && isRule(lines[at + 1]) && toCells(line).some((cell) => isLicence.test(cell)),
  );
  if (start === -1) return new Map();
  const head = toCells(lines[start] ?? '');
  const licenceAt = head.findIndex((cell) => isLicence.test(cell));
  const authorAt = head.findIndex((cell) => isAuthor.test(cell));
  const end = lines.findIndex((line, at) => at > start && !isLine(line));
  const rows = lines.slice(start + 2, end === -1 ? undefined : end).map(toCells);
  const byName = Map.groupBy(
    rows.filter((cells) => licenceAt > 0 && cells[licenceAt]),
    ([name]) => toName(name),
  );
  return new Map(
    [...byName].flatMap(([name, [first = [], ...others]]) => {
      const [written = '', author = ''] = [first[licenceAt], first[authorAt]];
      if (others.some((cells) => cells[licenceAt] !== written)) return [];
      return [[name, { license: nameLicence(fileName, written), ...(author !== '' && { author }) }]];
    }),
  );
}
