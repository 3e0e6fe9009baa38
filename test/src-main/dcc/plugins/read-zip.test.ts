import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { expect, test } from 'vitest';
import { writeZip } from '../../../../server/files/archive/write-zip.ts';
import { readZip } from '../../../../src-main/dcc/plugins/read-zip.ts';

const script = Buffer.from('print("Lodestock")\n'.repeat(40));
const icon = Buffer.from([0, 1, 2, 255]);
const plain = () =>
  writeZip([
    { name: '__init__.py', content: script },
    { name: 'icons/add.png', content: icon },
  ]);
const asRead = new Map([
  ['__init__.py', script],
  ['icons/add.png', icon],
]);

/** A ZIP as archivers write it: compressed, with an entry for its folder. */
async function deflate(files: ReadonlyMap<string, Buffer>, comment = ''): Promise<Buffer> {
  const archive = new ZipArchive({ comment });
  archive.append('', { name: 'icons/' });
  for (const [name, content] of files) archive.append(content, { name });
  const bytes = buffer(archive);
  await archive.finalize();
  return bytes;
}

test('reads stored files', async () => {
  expect(await readZip(plain())).toEqual(asRead);
});

test('reads compressed files and skips folders', async () => {
  expect(await readZip(await deflate(asRead))).toEqual(asRead);
});

test('reads a ZIP with a comment', async () => {
  expect(await readZip(await deflate(asRead, 'Made by hand'))).toEqual(asRead);
});

test('refuses content with a wrong CRC', async () => {
  const zip = plain();
  zip.write('P', zip.indexOf('print'));

  await expect(readZip(zip)).rejects.toThrow('__init__.py');
});

test.each(['../out.py', 'a/../../out.py', '/etc/out.py', 'C:/out.py', 'a\\..\\..\\out.py', 'con.py'])(
  'refuses the name %j',
  async (name) => {
    await expect(readZip(writeZip([{ name, content: icon }]))).rejects.toThrow(Error);
  },
);

test('refuses more than 64 MiB', async () => {
  const half = Buffer.alloc(33 * 1024 * 1024);
  const zip = await deflate(new Map(['a.bin', 'b.bin'].map((name) => [name, half])));

  await expect(readZip(zip)).rejects.toThrow('64 MiB');
});

test('refuses an entry that unpacks to more than it says', async () => {
  const zip = await deflate(new Map([['a.bin', Buffer.alloc(10_000)]]));
  const directory = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  zip.writeUInt32LE(100, directory + 24);

  await expect(readZip(zip)).rejects.toThrow(Error);
});

test.each(['its end', 'its middle', 'everything'])('refuses a ZIP without %s', async (part) => {
  const zip = plain();
  const cut = {
    'its end': zip.subarray(0, -30),
    'its middle': Buffer.concat([zip.subarray(0, 40), zip.subarray(-60)]),
    everything: Buffer.alloc(0),
  }[part];

  await expect(readZip(cut ?? zip)).rejects.toThrow(Error);
});
