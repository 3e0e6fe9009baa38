import { openPlainSearch } from './plain-search.ts';
import type { LibraryName, QuestionSet } from './question-set.ts';
import { askCandidate } from './run-candidate.ts';
import { type Find, serveLibrary } from './serve-library.ts';
import type { Material } from './sets.ts';
import type { Candidate } from './weights-tried.ts';

/** The ids that each question of a set has found, best first. */
type Answers = readonly (readonly string[])[];
export type Answered = {
  readonly set: QuestionSet;
  /** Answers of the running server and of plain FTS5, up to a hundred each. */
  readonly ours: Answers;
  readonly plain: Answers;
  /** Ten each, of every candidate that was tried on this set. */
  readonly tried: ReadonlyMap<Candidate, Answers>;
};

async function answer(find: Find, { questions }: QuestionSet): Promise<Answers> {
  const answers = [];
  for (const { query } of questions) answers.push(await find(query));
  return answers;
}

/** Asks all questions about one library: the server, plain FTS5, and the engine with other constants. */
export async function answerSets(
  { libraries, sets }: Material,
  name: LibraryName,
  candidates: readonly Candidate[],
  pack?: string,
): Promise<Answered[]> {
  const library = await serveLibrary(libraries[name], pack);
  const plain = openPlainSearch(library);
  const asked = sets.filter((set) => set.library === name);
  try {
    const answered = [];
    for (const set of asked)
      answered.push({
        set,
        ours: await answer(library.find, set),
        plain: await answer(plain.find, set),
        tried: new Map<Candidate, Answers>(),
      });
    const queries = asked.flatMap(({ questions }) => questions.map(({ query }) => query));
    for (const candidate of candidates) {
      const found = await askCandidate(candidate, library, queries);
      let from = 0;
      for (const { set, tried } of answered) {
        tried.set(candidate, found.slice(from, from + set.questions.length));
        from += set.questions.length;
      }
    }
    return answered;
  } finally {
    plain.close();
    await library.close();
  }
}
