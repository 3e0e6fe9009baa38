import type { ByteSource } from './byte-source.ts';
import type { Findings } from './inspection.ts';

/** Reads one file: `push` gets all its bytes in order, and `finish` can read parts again. */
export type Parser = {
  readonly push: (chunk: Uint8Array) => void;
  readonly finish: () => Findings | Promise<Findings>;
};

export type ParserContext = {
  readonly name: string;
  readonly source: ByteSource;
  /** Calls `read` with the referenced file, or null if it is not beside the inspected file. */
  readonly readSibling: <Result>(reference: string, read: (sibling: ByteSource | null) => Result) => Result;
};

export type CreateParser = (context: ParserContext) => Parser;

/** A parser for formats with a directory: it ignores the pass and reads what it needs from the source. */
export function createDirectoryParser(read: () => Findings | Promise<Findings>): Parser {
  return { push: () => undefined, finish: read };
}
