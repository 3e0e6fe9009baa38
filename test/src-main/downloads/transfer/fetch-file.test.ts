import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listFiles } from '../../list-files.ts';
import {
  createCatalogue,
  dropAfter,
  type FileAnswer,
  hashOf,
  inTurn,
  scenePath,
  serveWell,
} from '../catalogue.ts';

const content = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
const files = { [scenePath]: content };
const ranges = (requests: readonly { headers: { range?: string | undefined } }[]) =>
  requests.map(({ headers }) => headers.range ?? null);

test('resumes a download after the server drops', async () => {
  const { start, fileRequests } = await createCatalogue({ files, answer: inTurn(dropAfter(50_000)) });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
  const [, second] = fileRequests();
  expect(second?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
  expect(second?.headers['if-range']).toBe(`"${hashOf(content)}"`);
});

test('resumes a download after the server stalls', async () => {
  const stall: FileAnswer = (_request, response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, 1000));
  };
  const answer: FileAnswer = (request, ...rest) =>
    (request.headers.range ? serveWell : stall)(request, ...rest);
  const limits = [2000];
  const { start, fileRequests } = await createCatalogue({
    ...{ files, answer },
    stallTimeout: () => limits.shift(),
  });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
  const asked = ranges(fileRequests());
  expect([asked.at(0), asked.at(-1)]).toEqual([null, 'bytes=1000-']);
});

test('gives up after four retries and cleans up', async () => {
  const { start, fileRequests, library, server } = await createCatalogue({
    files,
    answer: (_request, response) => response.destroy(),
  });

  await expect(start()).rejects.toMatchObject({
    code: 'FILE_HOST_UNAVAILABLE',
    message: expect.stringContaining(new URL(server.origin).host),
  });

  expect(fileRequests().length).toBe(5);
  expect(await listFiles(library)).toEqual([]);
});

test('starts over when a range is answered whole', async () => {
  const whole: FileAnswer = (_request, response, body) => response.writeHead(200).end(body);
  const { start } = await createCatalogue({ files, answer: inTurn(dropAfter(50_000), whole) });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
});

test('starts over when another range is answered', async () => {
  const wrong: FileAnswer = (_request, response, body) =>
    response
      .writeHead(206, { 'content-range': `bytes 7-${body.length - 1}/${body.length}` })
      .end(body.subarray(7));
  const { start } = await createCatalogue({ files, answer: inTurn(dropAfter(50_000), wrong) });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
});

test('mends a body that ends cleanly too early', async () => {
  const short: FileAnswer = (_request, response, body) =>
    response.writeHead(200).end(body.subarray(0, 150_000));
  const { start, fileRequests } = await createCatalogue({ files, answer: inTurn(short) });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
  expect(ranges(fileRequests())).toEqual([null, 'bytes=150000-']);
});

test('waits out a host that is overloaded', async () => {
  const busy: FileAnswer = (_request, response) => response.writeHead(503).end();
  const { start, fileRequests } = await createCatalogue({ files, answer: inTurn(busy, busy) });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(content);
  expect(fileRequests().length).toBe(3);
});

test('leaves an overloaded host alone as long as it asks', async () => {
  const times: number[] = [];
  const busy: FileAnswer = (_request, response) => {
    times.push(performance.now());
    response.writeHead(503, { 'retry-after': '1' }).end();
  };
  const whole: FileAnswer = (_request, response, body) => {
    times.push(performance.now());
    response.writeHead(200).end(body);
  };
  const { start } = await createCatalogue({ files, answer: inTurn(busy, whole) });

  const { filePath } = await start();

  const [refused = 0, asked = 0] = times;
  expect(await readFile(filePath)).toEqual(content);
  expect(asked - refused).toBeGreaterThanOrEqual(999);
});

test('keeps an empty file as empty', async () => {
  const { start } = await createCatalogue({ files: { [scenePath]: Buffer.alloc(0) } });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(Buffer.alloc(0));
});
