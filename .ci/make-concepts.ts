import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { stem } from '../server/catalogue/search/analysis/tokenise.ts';

// Builds server/catalogue/search/analysis/concepts.txt.gz from the nouns of WordNet 3.1: node .ci/make-concepts.ts
// FOLDER, where FOLDER has WordNet's data.noun and index.noun. `concepts.ts` describes the format.

const [folder = ''] = process.argv.slice(2);
const out = path.join(import.meta.dirname, '../server/catalogue/search/analysis/concepts.txt.gz');

/** WordNet's files for animals, artifacts, bodies, food, groups, places, people, phenomena, plants and substances. */
const kept = new Set([5, 6, 8, 13, 14, 17, 18, 19, 20, 27]);
/** People and plants, whose definitions do more harm than good ("plant of the genus"). */
const undefinedKinds = new Set([18, 20]);
const mostSenses = 4;
const unimportant = new Set(
  'a an the of to in on for with and or is are it that this from by at as be can has have used who which where what they you your his her its up out into not but when so one something usually especially often also any some such than other their very being been was were more most made having between them all if'.split(
    ' ',
  ),
);

const readRows = (name: string) =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));

/** The rank of each sense among those of a word. */
const senses = new Map<string, number>();
for (const row of readRows('index.noun')) {
  const [lemma = '', , senseCount = '', pointerCount = '', ...rest] = row.split(' ');
  const offsets = rest.slice(Number(pointerCount) + 2, Number(pointerCount) + 2 + Number(senseCount));
  for (const [sense, offset] of offsets.entries()) senses.set(`${lemma} ${offset}`, sense);
}

type Noun = { offset: string; names: string[]; words: string[]; above: string | null };
const isName = (text: string) => /^[a-z_-]+$/.test(text) && text.split('_').length <= 2;
const splitText = (text: string) => text.match(/[a-z]+/g) ?? [];

function readNoun(row: string): Noun | null {
  const [facts = '', gloss = ''] = row.split('|');
  const [offset = '', file = '', , count = '', ...rest] = facts.split(' ');
  if (!kept.has(Number(file))) return null;
  const size = Number.parseInt(count, 16) * 2;
  const lemmas = rest.slice(0, size).filter((_, at) => at % 2 === 0);
  const pointers = rest.slice(size + 1);
  // A kind of ("@"), an instance of ("@i"): this ship, that lake.
  if (pointers.includes('@i')) return null;
  const at = pointers.indexOf('@');
  const names = lemmas.filter(isName).flatMap((lemma) => {
    const sense = senses.get(`${lemma} ${offset}`) ?? mostSenses;
    return sense < mostSenses ? [`${lemma.replaceAll(/[_-]/g, ' ')}${sense || ''}`] : [];
  });
  const definition = undefinedKinds.has(Number(file)) ? '' : (gloss.split('"')[0] ?? '');
  const words = splitText(definition.replaceAll(/\([^)]*\)/g, ' ').toLowerCase());
  return { offset, names, above: at < 0 ? null : (pointers[at + 1] ?? null), words };
}

const nouns = new Map(
  readRows('data.noun').flatMap((row) => {
    const noun = readNoun(row);
    return noun ? [[noun.offset, noun]] : [];
  }),
);
/** Nouns with names, and their hypernyms. */
const needed = new Set<string>();
for (const { offset, names } of nouns.values())
  for (let at: string | null = names.length > 0 ? offset : null; at !== null && !needed.has(at); ) {
    if (nouns.has(at)) needed.add(at);
    at = nouns.get(at)?.above ?? null;
  }
const used = [...nouns.values()].filter(({ offset }) => needed.has(offset));
const lines = new Map(used.map(({ offset }, line) => [offset, line]));
const text = used.map(({ names, above, words }) => {
  const kind = above === null ? undefined : nouns.get(above);
  const all = [...words, ...names.flatMap(splitText), ...(kind?.names ?? []).flatMap(splitText)];
  const stems = new Set(all.filter((word) => word.length > 2 && !unimportant.has(word)).map(stem));
  return `,${names.map((name) => `${name},`).join('')}|${lines.get(above ?? '') ?? ''}| ${[...stems].join(' ')} `;
});
writeFileSync(out, gzipSync(`${text.join('\n')}\n`, { level: 9 }));
console.log(`${text.length} nouns`);
