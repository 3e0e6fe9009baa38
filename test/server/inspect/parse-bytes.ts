import { roleOf } from '../../../server/contract/catalogue/formats.ts';
import { textOf } from '../../../server/contract/sentence.ts';
import { createMemorySource } from '../../../server/inspect/byte-source.ts';
import { findParser } from '../../../server/inspect/create-parser.ts';
import { guardParser } from '../../../server/inspect/guard-parser.ts';
import type { Findings } from '../../../server/inspect/inspection.ts';

type ParseOptions = {
  /** How many bytes each push has; without it there is one push. */
  readonly chunkBytes?: number;
  readonly siblings?: Readonly<Record<string, Uint8Array>>;
};

type Told = 'problem' | 'flaw' | 'unlike';

/** What the parser of a format finds in these bytes, as in a file named "file.<format>", in English. */
export async function parseBytes(
  format: string,
  content: string | Uint8Array,
  { chunkBytes, siblings = {} }: ParseOptions = {},
): Promise<
  Omit<Findings, Told> &
    Readonly<Record<'problem', string | null>> &
    Partial<Record<'flaw' | 'unlike', string>>
> {
  const bytes = new Uint8Array(Buffer.from(content));
  const parser = guardParser(await findParser(format), {
    name: `file.${format}`,
    source: createMemorySource(bytes),
    isContent: roleOf(format) !== 'support',
    readSibling: (reference, read) => {
      const sibling = siblings[reference];
      return read(sibling === undefined ? null : createMemorySource(new Uint8Array(sibling)));
    },
  });
  const step = chunkBytes ?? Math.max(1, bytes.length);
  for (let at = 0; at < bytes.length; at += step) parser.push(bytes.slice(at, at + step));
  const { problem, flaw, unlike, ...findings } = await parser.finish();
  return {
    ...findings,
    problem: problem && textOf(problem),
    ...(flaw && { flaw: textOf(flaw) }),
    ...(unlike && { unlike: textOf(unlike) }),
  };
}
