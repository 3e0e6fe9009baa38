import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { digestChunks } from '../../../../src-main/downloads/staging/chunk-journal.ts';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';
import { createCatalogue, dropAfter, type FileAnswer, leavesOf, scenePath, serveWell } from '../catalogue.ts';

const { leafBytes } = limits;
const content = randomBytes(3 * leafBytes + 1234);
const files = { [scenePath]: content };
type Options = Omit<Parameters<typeof createCatalogue>[0], 'files'>;

/** Sends two leaves and a bit, then nothing more, not even to who asks again. */
const stall: FileAnswer = (request, response, body) => {
  if (request.headers.range !== undefined) return;
  response.writeHead(200, { 'content-length': body.length });
  response.write(body.subarray(0, 2 * leafBytes + 1000));
};

const partsOf = async (library: string) =>
  (await listFiles(library)).filter((name) => /\.(?:part|leaves)$/.test(name));

const made: string[] = [];
afterAll(() => Promise.all(made.map((library) => rm(library, { recursive: true }))));

/** Copies of a library that is made once for all tests. */
function copyOf(make: (library: string) => Promise<unknown>): () => Promise<string> {
  let once: Promise<string> | undefined;
  const begin = async () => {
    const library = await realpath(await mkdtemp(path.join(tmpdir(), 'lodestock-midway-')));
    made.push(library);
    await make(library);
    return library;
  };
  return async () => {
    once ??= begin();
    const copy = await createScratch();
    await cp(await once, copy, { recursive: true });
    return copy;
  };
}

/** A library in which a run had received two leaves and a bit when its app was killed. */
const killMidway = copyOf(async (left) => {
  const library = await createScratch();
  const { start, control } = await createCatalogue({ files, library, answer: stall });
  const running = start().catch(() => undefined);
  const readJournal = async () => {
    const journal = (await partsOf(library)).find((name) => name.endsWith('.leaves'));
    return journal === undefined ? '' : await readFile(path.join(library, journal), 'utf8');
  };
  await expect.poll(readJournal).toMatch(/\n0\n1\n$/);
  await cp(library, left, { recursive: true });
  control.abort();
  await running;
});

async function flipBit(library: string, position: number) {
  const part = (await partsOf(library)).find((name) => name.endsWith('.part')) ?? '';
  const handle = await open(path.join(library, part), 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, position);
  await handle.write(Buffer.of((byte[0] ?? 0) ^ 4), 0, 1, position);
  await handle.close();
}

/** The app starts again on what the other left. */
async function goOn(library: string, options: Options = { leavesOf }) {
  const catalogue = await createCatalogue({ files, library, ...options });
  const { filePath } = await catalogue.start();
  expect((await readFile(filePath)).equals(content)).toBe(true);
  expect(await partsOf(library)).toEqual([]);
  const { requests } = catalogue.server;
  const ranges = catalogue.fileRequests().map(({ headers }) => headers.range ?? 'whole');
  return { ranges, leafRequests: requests.filter(({ url }) => url.startsWith('/leaves/')).length };
}

test('goes on behind the last leaf after a kill', async () => {
  const library = await killMidway();

  const { ranges, leafRequests } = await goOn(library);

  expect([ranges, leafRequests]).toEqual([[`bytes=${2 * leafBytes}-`], 1]);
});

test('goes on after the app was closed properly', async () => {
  const library = await createScratch();
  const { start, stop, reports } = await createCatalogue({ files, library, answer: stall });
  const running = start().catch(() => 'stopped');
  await expect.poll(() => reports.at(-1)?.receivedBytes).toBe(2 * leafBytes + 1000);

  stop();
  await running;

  expect((await goOn(library)).ranges).toEqual([`bytes=${2 * leafBytes}-`]);
});

test('goes on where the server tells no leaves', async () => {
  const library = await killMidway();

  const { ranges, leafRequests } = await goOn(library, {});

  expect([ranges, leafRequests]).toEqual([[`bytes=${2 * leafBytes}-`], 0]);
});

test('fetches the last leaf again when it is bad', async () => {
  const library = await killMidway();
  await flipBit(library, leafBytes + 77);

  expect((await goOn(library)).ranges).toEqual([`bytes=${leafBytes}-`]);
});

test('fetches only the bad leaf of a flipped bit', async () => {
  const library = await killMidway();
  await flipBit(library, 4711);

  expect((await goOn(library)).ranges).toEqual([`bytes=${2 * leafBytes}-`, `bytes=0-${leafBytes - 1}`]);
});

test('starts over after a flipped bit without leaves', async () => {
  const library = await killMidway();
  await flipBit(library, 4711);

  expect((await goOn(library, {})).ranges).toEqual([`bytes=${2 * leafBytes}-`, 'whole']);
});

const lies = (body: Buffer) => leavesOf(Buffer.alloc(body.length));

test('starts over when every leaf seems wrong', async () => {
  const library = await killMidway();

  expect((await goOn(library, { leavesOf: lies })).ranges).toEqual(['whole']);
});

test('drops nothing for leaves that are not those of the file', async () => {
  const library = await killMidway();
  const leavesSha256 = digestChunks(leavesOf(content));
  const alterDirect = (answer: object) => ({ ...answer, leavesSha256 });

  const { ranges } = await goOn(library, { leavesOf: lies, alterDirect });

  expect(ranges).toEqual([`bytes=${2 * leafBytes}-`]);
});

test('mends a leaf that came wrong over the wire', async () => {
  const library = await createScratch();
  const damage: FileAnswer = (_request, response, body) => {
    const damaged = Buffer.from(body);
    damaged[leafBytes + 5] = (damaged[leafBytes + 5] ?? 0) ^ 1;
    response.writeHead(200, { 'content-length': body.length }).end(damaged);
  };
  const answers = [damage];

  const { ranges } = await goOn(library, {
    leavesOf,
    answer: (...call) => (answers.shift() ?? serveWell)(...call),
  });

  expect(ranges).toEqual(['whole', `bytes=${leafBytes}-${2 * leafBytes - 1}`]);
});

test('does not believe a journal of another content', async () => {
  const library = await killMidway();
  const journal = (await partsOf(library)).find((name) => name.endsWith('.leaves')) ?? '';
  const text = await readFile(path.join(library, journal), 'utf8');
  await writeFile(path.join(library, journal), text.replace(/"sizeBytes":\d+/, '"sizeBytes":7'));

  expect((await goOn(library)).ranges).toEqual(['whole']);
});

test('a cancel keeps what was received', async () => {
  const { start, control, library, reports } = await createCatalogue({ files, answer: stall });
  const running = start();
  await expect.poll(() => reports.at(-1)?.receivedBytes).toBe(2 * leafBytes + 1000);

  control.abort();

  await expect(running).rejects.toThrow();
  expect((await goOn(library)).ranges).toEqual([`bytes=${2 * leafBytes}-`]);
});

/** A library in which a leaf and a half had come when the connection broke for good. */
const breakMidway = copyOf(async (library) => {
  const broken = await createCatalogue({
    files,
    library,
    answer: (request, response, body) => {
      if (request.headers.range === undefined) dropAfter(1.5 * leafBytes)(request, response, body);
      else response.destroy();
    },
  });
  await expect(broken.start()).rejects.toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });
});

test.each([204, 302, 401, 416])('drops no received byte for a status of %i', async (status) => {
  const library = await breakMidway();
  const odd: FileAnswer = (_request, response) => response.writeHead(status).end();
  const answers = [odd];
  const catalogue = await createCatalogue({
    files,
    library,
    leavesOf,
    answer: (...call) => (answers.shift() ?? serveWell)(...call),
  });
  await catalogue.start().catch(() => undefined);

  await catalogue.start();

  const ranges = catalogue.fileRequests().map(({ headers }) => headers.range);
  expect(new Set(ranges)).toEqual(new Set([`bytes=${leafBytes}-`]));
});

test('drops no received byte for a page of a captive portal', async () => {
  const library = await breakMidway();
  const portal: FileAnswer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the Wi-Fi</h1>');
  const answers = [portal];
  const chunked: FileAnswer = (request, response, body) =>
    (answers.shift() ?? serveWell)(request, response, body);

  const { ranges } = await goOn(library, { leavesOf, answer: chunked });

  expect(ranges).toEqual([`bytes=${leafBytes}-`, `bytes=${leafBytes}-`]);
});

test('continues inside an answer that begins at the start', async () => {
  const library = await breakMidway();
  const whole: FileAnswer = (_request, response, body) =>
    response.writeHead(200, { 'content-length': body.length }).end(body);

  const { ranges } = await goOn(library, { leavesOf, answer: whole });

  expect(ranges).toEqual([`bytes=${leafBytes}-`]);
});

test('keeps what was received when a new address is refused', async () => {
  const library = await breakMidway();
  const expired: FileAnswer = (_request, response) => response.writeHead(403).end();
  const catalogue = await createCatalogue({ files, library, leavesOf, answer: expired });

  await expect(catalogue.start()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });

  expect((await goOn(library)).ranges).toEqual([`bytes=${leafBytes}-`]);
});

test('gets through a link that drops again and again', async () => {
  const library = await createScratch();
  const flaky: FileAnswer = (request, response, body) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const part = body.subarray(start);
    const head = start > 0 ? { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` } : {};
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': part.length, ...head });
    response.write(part.subarray(0, 1024 * 1024), () => response.destroy());
  };

  const { ranges } = await goOn(library, { leavesOf, answer: flaky });

  expect(ranges.length).toBeGreaterThan(20);
});

test('fetches only the missing one of many small files', async () => {
  const library = await createScratch();
  const small = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`knight_1k/textures/${index}.png`, randomBytes(1000)]),
  );
  let isBroken = true;
  const catalogue = await createCatalogue({
    library,
    files: { ...small, [scenePath]: content.subarray(0, 5000) },
    answer: (request, response, body) => {
      if (isBroken && request.url?.endsWith('/49.png')) response.destroy();
      else serveWell(request, response, body);
    },
  });
  await expect(catalogue.start()).rejects.toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });
  const before = catalogue.fileRequests().length;
  isBroken = false;

  await catalogue.start();

  const asked = catalogue.fileRequests().slice(before);
  expect(asked.length).toBeLessThan(5);
  expect(asked.some(({ url }) => url.endsWith('/49.png'))).toBe(true);
  expect((await listFiles(library)).filter((name) => name.endsWith('.whole'))).toEqual([]);
});
