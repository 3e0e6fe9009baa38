import type { ByteSource } from './byte-source.ts';
import type { Findings } from './inspection.ts';

/** Reads one file: the pass over its bytes feeds `push`, and `finish` may read single places again. */
export type Parser = {
  readonly push: (chunk: Uint8Array) => void;
  readonly finish: () => Findings | Promise<Findings>;
};

export type ParserContext = {
  readonly name: string;
  readonly source: ByteSource;
  /** Gives `read` the file that a reference names, or null when there is none next to the inspected file. */
  readonly readSibling: <Result>(reference: string, read: (sibling: ByteSource | null) => Result) => Result;
};

export type CreateParser = (context: ParserContext) => Parser;

/** A parser for formats with a directory: it skips the pass and reads what it needs from the source. */
export function createDirectoryParser(read: () => Findings | Promise<Findings>): Parser {
  return { push: () => undefined, finish: read };
}
