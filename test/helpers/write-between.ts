import { readFileSync, writeFileSync } from 'node:fs';

/** Puts a text between `<!-- name -->` and `<!-- /name -->` of a page; throws where the page has no such marks. */
export function writeBetween(page: string, name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no marks for ${name}`);
  writeFileSync(page, `${before.slice(0, from + start.length)}\n${text}\n${before.slice(to)}`);
}
