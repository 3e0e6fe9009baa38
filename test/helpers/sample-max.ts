const [sectorBytes, smallBytes, leastBytes, chainEnd] = [512, 64, 4096, -2];

type Options = {
  readonly lines: readonly string[];
  readonly encoding?: BufferEncoding;
  /** Whether the summary is so long that it has sectors of its own. */
  readonly isLong?: boolean;
};

function toChain(first: number, count: number): Buffer {
  const chain = Buffer.alloc(sectorBytes, 255);
  for (let index = 0; index < count; index += 1)
    chain.writeInt32LE(index === count - 1 ? chainEnd : first + index + 1, (first + index) * 4);
  return chain;
}

/** A scene of 3ds Max, of which only the summary of File Properties is there: a compound file (MS-CFB). */
export function sampleMax({ lines, encoding = 'latin1', isLong = false }: Options): Buffer {
  const texts = lines.map((line) => Buffer.from(`${line}\0`, encoding));
  const summary = Buffer.concat([...texts, Buffer.alloc(isLong ? leastBytes : 0)]);
  // A small sector that is not the summary's comes first.
  const stored = isLong ? summary : Buffer.concat([Buffer.alloc(smallBytes, 7), summary]);
  const body = Buffer.alloc(Math.ceil(stored.length / sectorBytes) * sectorBytes);
  stored.copy(body);

  const head = Buffer.alloc(sectorBytes, 255);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(9, 30);
  for (const [at, value] of [
    [48, 1],
    [60, 2],
    [68, chainEnd],
    [72, 0],
    [76, 0],
  ] as const)
    head.writeInt32LE(value, at);
  const table = toChain(3, body.length / sectorBytes);
  for (const at of [0, 4, 8]) table.writeInt32LE(chainEnd, at);
  const directory = Buffer.alloc(sectorBytes);
  directory.writeInt32LE(isLong ? chainEnd : 3, 116);
  directory.writeInt32LE(isLong ? 0 : stored.length, 120);
  directory.write('\x05DocumentSummaryInformation', 128, 'utf16le');
  directory.writeInt32LE(isLong ? 3 : 1, 128 + 116);
  directory.writeInt32LE(summary.length, 128 + 120);
  const smallTable = isLong
    ? Buffer.alloc(sectorBytes, 255)
    : toChain(1, Math.ceil(summary.length / smallBytes));
  return Buffer.concat([head, table, directory, smallTable, body]);
}

/** The lines that 3ds Max writes under General. */
export const maxLines = (version: string, savedAs: string) => [
  'General',
  `3ds Max Version: ${version}`,
  'Uncompressed',
  `Build: ${version}.873`,
  `Saved As Version: ${savedAs}`,
  'Mesh Totals',
];
