import { throwIfExhausted } from '../base/storage/storage-fault.ts';
import { beginningOf, formatOf } from '../contract/catalogue/formats.ts';
import { sentence, type Words } from '../contract/sentence.ts';
import { BrokenFile, describeProblem } from './broken-file.ts';
import { copyRange } from './byte-source.ts';
import { noFindings } from './inspection.ts';
import type { CreateParser, Parser, ParserContext } from './parser.ts';
import { findStandIn } from './stand-in.ts';
import { asUtf8 } from './text/as-utf8.ts';

export type GuardedParser = ReturnType<typeof guardParser>;

/** File system errors have a `syscall`; they do not mean that the file is broken. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function toProblem(error: unknown, name: string): Words {
  if (isSystemError(error)) throw error;
  if (error instanceof BrokenFile) return describeProblem(name, error.reason);
  const reason = error instanceof Error ? error.message : String(error);
  return describeProblem(name, sentence`cannot be read (${{ reason }}). Export it again.`);
}

const headBytes = 512;
/** A few words instead of content prove nothing. */
const fewestBytes = 40;

const blanks = new Set([...'\t\n\v\f\r\u001b'].map((sign) => sign.charCodeAt(0)));
const toSign = (byte: number) => (byte < 32 && !blanks.has(byte) ? '␀' : String.fromCharCode(byte));

/** Why a file's content does not match its extension; null if it does, or if that is unknown. */
function findUnlike({ name, source }: ParserContext): Words | null {
  const begins = beginningOf(formatOf(name));
  if (begins === null || source.size < fewestBytes) return null;
  const head = copyRange(source, 0, Math.min(headBytes, source.size));
  if (begins.test(Array.from(head, toSign).join(''))) return null;
  return describeProblem(
    name,
    sentence`does not begin as ${{ type: `.${formatOf(name)}` }} files do. Export it again, or rename it.`,
  );
}

/**
 * Turns a parser's exceptions into the file's problem, and stops feeding it after one. `isContent`: the file is a scene
 * or texture, so its format is checked even if there is no parser for it.
 */
export function guardParser(
  createParser: CreateParser | null,
  context: ParserContext & { readonly isContent?: boolean },
) {
  let problem: Words | null = null;
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

  const unlike = findUnlike(context);
  const standIn = context.isContent || createParser !== null ? findStandIn(context.source) : null;
  if (standIn !== null) problem = describeProblem(context.name, standIn);
  let isWide = false;
  attempt(() => {
    const source = asUtf8(context.source, formatOf(context.name));
    isWide = source !== context.source;
    parser = createParser?.({ ...context, source }) ?? null;
    if (isWide) parser?.push(source.read(0, source.size));
  });

  return {
    push: (chunk: Uint8Array) => attempt(() => isWide || parser?.push(chunk)),
    async finish() {
      if (problem !== null) return { ...noFindings, problem };
      try {
        return { ...((await parser?.finish()) ?? noFindings), ...(unlike !== null && { unlike }) };
      } catch (error) {
        throwIfExhausted(error);
        return { ...noFindings, problem: toProblem(error, context.name) };
      }
    },
  };
}
