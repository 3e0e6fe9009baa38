import { appendFileSync, chmodSync, linkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lookAtDisk } from '../../../../server/base/bucket/library-disk.ts';
import { textOf } from '../../../../server/contract/sentence.ts';
import { createFileInspector } from '../../../../server/inspect/file-inspector.ts';
import { openFolderFacts } from '../../../../server/library/scan/folders/folder-facts.ts';
import { createFileReader } from '../../../../server/library/scan/model/read-files.ts';
import { makeLibraryFolder } from '../../../helpers/library-folder.ts';

const bytes = Buffer.alloc(2 * 1024 * 1024, 'noise');

/** Reads one large file while `touch` is done to it; answers the sizes that were read, and the problems. */
async function readWhile(touch: (file: string, time: number) => void) {
  const library = makeLibraryFolder({ 'table/large.psd': bytes });
  const file = path.join(library.folder, 'table/large.psd');
  const inspect = createFileInspector();
  const problems: string[] = [];
  let times = 0;
  const reader = createFileReader({
    job: {
      ...{ libraryDir: library.folder, folder: 'table', twins: null, unpacked: [], packed: [], above: [] },
      ...{ known: null, rules: null, isRecognising: true, defaultPriceCents: 0, quietMs: 0 },
      ...{ settledStamp: null, rereads: [], distrusted: {}, pictureRoom: new Int32Array(1) },
    },
    reader: {
      inspect: async (...asked) => {
        const inspection = await inspect(...asked);
        times += 1;
        touch(file, times);
        return inspection;
      },
      onFile: () => {},
    },
    facts: openFolderFacts(null, []),
    stampOf: ({ mark }) => mark,
    report: (where, _kind, reason) => problems.push(`${where}: ${textOf(reason)}`),
  });
  const mark = String(lookAtDisk(file)?.mark);
  const read = await reader.all([{ relativePath: 'large.psd', sizeBytes: bytes.length, mark }]);
  return { sizes: read.map(({ inspection }) => inspection.sizeBytes), problems, times };
}

test.each([
  ['another name', (file: string) => linkSync(file, `${file}.link`)],
  ['other permissions', (file: string) => chmodSync(file, 0o444)],
])('takes a file in that gets %s while it is read', async (_what, touch) => {
  const { sizes, problems } = await readWhile((file, time) => time === 1 && touch(file));

  expect([sizes, problems]).toEqual([[bytes.length], []]);
});

test('leaves a file for the next scan that a program is writing to', async () => {
  const { sizes, problems, times } = await readWhile((file) => appendFileSync(file, 'more'));

  expect([sizes, times]).toEqual([[], 2]);
  expect(problems).toEqual([expect.stringContaining('it is being written to')]);
});
