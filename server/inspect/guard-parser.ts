import { throwIfExhausted } from '../base/storage/storage-fault.ts';
import { BrokenFile, describeProblem } from './broken-file.ts';
import { type Findings, noFindings } from './inspection.ts';
import type { CreateParser, Parser, ParserContext } from './parser.ts';

export type GuardedParser = {
  readonly push: (chunk: Uint8Array) => void;
  readonly finish: () => Promise<Findings>;
};

/** Errors of the file system carry the call that failed; they are no fault of the file's content. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function toProblem(error: unknown, name: string): string {
  if (isSystemError(error)) throw error;
  if (error instanceof BrokenFile) return describeProblem(name, error.message);
  const reason = error instanceof Error ? error.message : String(error);
  return describeProblem(name, `cannot be read (${reason}). Export it again.`);
}

/** Turns what a parser throws into the problem of the file, and stops feeding it after that. */
export function guardParser(createParser: CreateParser | null, context: ParserContext): GuardedParser {
  let problem: string | null = null;
  let parser: Parser | null = null;

  function attempt(act: () => void): void {
    if (problem !== null) return;
    try {
      act();
    } catch (error) {
      throwIfExhausted(error);
      problem = toProblem(error, context.name);
    }
  }

  if (createParser !== null && context.source.size === 0)
    problem = describeProblem(context.name, 'is empty. Export it again.');
  attempt(() => {
    parser = createParser?.(context) ?? null;
  });

  return {
    push: (chunk) => attempt(() => parser?.push(chunk)),
    async finish() {
      if (problem !== null) return { ...noFindings, problem };
      try {
        return (await parser?.finish()) ?? noFindings;
      } catch (error) {
        throwIfExhausted(error);
        return { ...noFindings, problem: toProblem(error, context.name) };
      }
    },
  };
}
