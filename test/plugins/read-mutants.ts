import { readFileSync } from 'node:fs';

/** A mistake that somebody may make in a plugin: what is changed into what, the walk that must notice, and what it must say. */
type Mutant = {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly walk: string;
  readonly reason: string;
};

/** Reads mistakes as they stand in `fixtures/mutants.txt`: a name, the change as a diff has it, and `walk: reason`. */
export function readMutants(folder: string): readonly Mutant[] {
  const [, ...texts] = readFileSync(`${folder}/fixtures/mutants.txt`, 'utf8').split(/^# /m);
  return texts.map((text) => {
    const [what = '', ...lines] = text.trim().split('\n');
    const having = (sign: string) =>
      lines
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    const [, walk = '', reason = ''] = /^(\w+): (.*)$/.exec(lines.at(-1) ?? '') ?? [];
    return { what, from: having('-'), to: having('+'), walk, reason };
  });
}
