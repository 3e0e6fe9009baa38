import path from 'node:path';
import { writeBetween } from '../helpers/write-between.ts';
import { type Answered, answerSets } from './answer-sets.ts';
import { writeCommitted } from './committed-scores.ts';
import { validateChoice } from './measures.ts';
import { libraryNames } from './question-set.ts';
import { hasSharedData } from './read-shared.ts';
import {
  reportConstants,
  reportJudged,
  reportPack,
  reportSets,
  reportValidated,
  scoreAll,
} from './report.ts';
import { readMaterial } from './sets.ts';
import { putBack, shipped, tuned } from './weights-tried.ts';

// How good the order of search results is, and what each constant of the engine gains. --worst lists the worst questions
// of each set, --write writes the table into docs/benchmarks.md and commits the scores of this release. --pack FOLDER
// [LIBRARY] tells instead what an embedding pack gains over words alone.

const page = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');
const has = (flag: string) => process.argv.includes(`--${flag}`);

function printWorst(one: Answered) {
  console.log(`\n${one.set.name}, worst:`);
  scoreAll(one, one.ours)
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score < 1)
    .sort((a, b) => a.score - b.score)
    .slice(0, 15)
    .forEach(({ score, index }) => {
      const found = one.ours[index]?.slice(0, 3).join(', ') || 'nothing';
      console.log(`  ${score.toFixed(3)}  ${one.set.questions[index]?.query}: ${found}`);
    });
}

async function measurePack(pack: string, library?: string) {
  const material = readMaterial();
  for (const name of libraryNames.filter((one) => library === undefined || one === library)) {
    const words = await answerSets(material, name, []);
    const both = await answerSets(material, name, [], pack);
    console.log(`\n${name}\n\n${reportPack(words, both)}`);
  }
}

async function measure() {
  const material = readMaterial();
  const answered: Answered[] = [];
  for (const name of libraryNames) {
    console.log(`Reading ${name} …`);
    const candidates = name === 'products' ? tuned : [shipped, ...putBack];
    answered.push(...(await answerSets(material, name, candidates)));
  }
  const all = material.sets.flatMap((set) => answered.filter((one) => one.set === set));
  const graded = all.filter(({ set }) => set.name === 'Shop queries');
  const text = [
    reportSets(all),
    ...graded.flatMap((one) => {
      const scores = tuned.map((candidate) => scoreAll(one, one.tried.get(candidate) ?? []));
      return [reportJudged(one), reportValidated(validateChoice(scores), tuned.length)];
    }),
  ].join('\n\n');
  console.log(`\n${text}`);
  if (has('worst')) all.forEach(printWorst);
  console.log(`\n${reportConstants(all)}`);
  if (!has('write')) return;
  // The console also has a row for each type of question, and compares with the last release.
  const short = text.replaceAll(/^\| – .*\n/gm, '').replaceAll(/^(\|.*\|)[^|\n]+\|$/gm, '$1');
  writeBetween(page, 'relevance', short);
  writeCommitted(new Map(all.map((one) => [one.set, scoreAll(one, one.ours)])));
}

const [pack = '', library] = process.argv.slice(process.argv.indexOf('--pack') + 1);
if (!hasSharedData) console.log('Skipped: there is no ../shared/data/relevance beside this folder.');
else if (has('pack')) await measurePack(path.resolve(pack), library);
else await measure();
