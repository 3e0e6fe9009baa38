import { randomBytes } from 'node:crypto';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';
import { createCatalogue, type FileAnswer, inTurn, scenePath, serveWell } from '../catalogue.ts';

const content = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
const files = { [scenePath]: content };

test('names a file that is always too short', async () => {
  const { start, library } = await createCatalogue({
    files,
    answer: (_request, response, body) => response.writeHead(200).end(body.subarray(0, 150_000)),
  });

  await expect(start()).rejects.toMatchObject({
    code: 'CORRUPT_FILE',
    // Whole chunks of a large file stay for the next try.
    message: expect.stringMatching(/only 150000 of the 200000 bytes of (?!.*Nothing was kept)/),
  });

  expect(await listFiles(library)).toEqual([]);
});

test('refuses a length that is too long at once', async () => {
  const { start, fileRequests } = await createCatalogue({
    files,
    answer: (_request, response, body) => {
      response.writeHead(200, { 'content-length': body.length + 1 });
      response.write(body);
    },
  });

  await expect(start()).rejects.toMatchObject({ code: 'CORRUPT_FILE' });

  expect(fileRequests().length).toBe(1);
});

test('stops reading a body that never ends', async () => {
  let sent = 0;
  const { start, library } = await createCatalogue({
    files,
    answer: (_request, response, body) => {
      const pump = () => {
        if (response.destroyed) return;
        sent += body.length;
        response.write(body, () => setImmediate(pump));
      };
      pump();
    },
  });

  await expect(start()).rejects.toMatchObject({
    code: 'CORRUPT_FILE',
    message: expect.stringContaining('more than'),
  });

  expect(sent).toBeLessThan(100 * content.length);
  expect(await listFiles(library)).toEqual([]);
});

test('fetches once more after a corrupted byte', async () => {
  const corrupt: FileAnswer = (_request, response, body) => {
    const changed = Buffer.from(body);
    changed[1000] = (changed[1000] ?? 0) ^ 1;
    response.writeHead(200, { 'content-length': changed.length }).end(changed);
  };
  const { start, fileRequests } = await createCatalogue({ files, answer: inTurn(corrupt) });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
  expect(fileRequests().length).toBe(2);
});

test('refuses content that is wrong twice', async () => {
  const { start, fileRequests, library, server } = await createCatalogue({
    files,
    answer: (_request, response, body) => response.writeHead(200).end(Buffer.alloc(body.length)),
  });

  await expect(start()).rejects.toMatchObject({
    code: 'CORRUPT_FILE',
    message: expect.stringContaining(`${new URL(server.origin).host} sent ${scenePath} twice`),
  });

  expect(fileRequests().length).toBe(2);
  expect(await listFiles(library)).toEqual([]);
});

test('refuses a compressed body as another content', async () => {
  const { start } = await createCatalogue({
    files,
    answer: (_request, response, body) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.alloc(body.length, 1)),
  });

  await expect(start()).rejects.toMatchObject({ code: 'CORRUPT_FILE' });
});

/** Changes a byte of the only part file, as a failing disk or another program does. */
async function spoilPart(library: string): Promise<void> {
  const part = (await listFiles(library)).find((name) => name.endsWith('.part')) ?? '';
  const handle = await open(path.join(library, part), 'r+');
  await handle.write('!', 10);
  await handle.close();
}

test('notices what the disk did to a file while it came', async () => {
  const library = await createScratch();
  let isSpoilt = false;
  const { start } = await createCatalogue({
    library,
    files: { [scenePath]: content },
    answer: async (request, response, body) => {
      if (isSpoilt) return serveWell(request, response, body);
      isSpoilt = true;
      response.writeHead(200, { 'content-length': body.length });
      response.write(body.subarray(0, 500));
      const partSizes = async () => {
        const parts = (await listFiles(library)).filter((name) => name.endsWith('.part'));
        return Promise.all(parts.map(async (name) => (await stat(path.join(library, name))).size));
      };
      await expect.poll(partSizes).toEqual([500]);
      await spoilPart(library);
      response.end(body.subarray(500));
    },
  });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
});

test('does not trust a complete file that was damaged since', async () => {
  const library = await createScratch();
  const texturePath = 'knight_1k/colour.png';
  const both = { [texturePath]: randomBytes(3000), [scenePath]: content.subarray(0, 5000) };
  const findWhole = async () => (await listFiles(library)).find((name) => name.endsWith('.whole'));
  const broken = await createCatalogue({
    library,
    files: both,
    answer: async (request, response, body) => {
      if (!request.url?.endsWith('.glb')) return serveWell(request, response, body);
      await expect.poll(findWhole).toBeDefined();
      response.destroy();
    },
  });
  await expect(broken.start()).rejects.toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });
  const whole = (await findWhole()) ?? '';
  await writeFile(path.join(library, whole), Buffer.alloc(3000));

  const { filePath } = await (await createCatalogue({ library, files: both })).start();

  expect(await readFile(path.join(path.dirname(filePath), 'colour.png'))).toEqual(both[texturePath]);
});
