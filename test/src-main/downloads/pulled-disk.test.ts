import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { createScratch } from '../scratch.ts';
import { createCatalogue, type FileAnswer, inTurn, scenePath } from './catalogue.ts';

const { leafBytes } = limits;
const content = randomBytes(2 * leafBytes + 1234);
const files = { [scenePath]: content };

test('says that the disk is gone, and goes on when it is back', async () => {
  const scratch = await createScratch();
  const library = path.join(scratch, 'disk', 'library');
  await mkdir(path.dirname(library));
  const rest = Promise.withResolvers<void>();
  const pause: FileAnswer = (_request, response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, 2 * leafBytes));
    void rest.promise.then(() => response.end(body.subarray(2 * leafBytes)));
  };
  const { start, reports } = await createCatalogue({ files, library, answer: inTurn(pause) });
  const running = start().catch((error: unknown) => error);
  await expect.poll(() => reports.at(-1)?.receivedBytes).toBeGreaterThan(leafBytes);
  await rename(path.dirname(library), path.join(scratch, 'pulled'));
  rest.resolve();

  expect(await running).toMatchObject({
    code: 'UNAVAILABLE',
    message: `The library ${library} is not connected. Connect its disk or network share; if you moved it, choose its folder in Settings. The download then continues where it stopped.`,
    details: { place: 'library' },
  });
  await rename(path.join(scratch, 'pulled'), path.dirname(library));
  const { filePath } = await start();
  expect((await readFile(filePath)).equals(content)).toBe(true);
});
