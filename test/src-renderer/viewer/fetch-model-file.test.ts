import { expect, test } from 'vitest';
import {
  createByteBudget,
  fetchModelFile,
  type Progress,
} from '../../../src-renderer/viewer/reading/fetch-model-file.ts';
import { answerJson, listen } from '../../src-main/listen.ts';

function fetchFrom(address: string, mostBytes = 1000) {
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => void told.push(progress);
  return { told, file: fetchModelFile(address, { budget: createByteBudget(mostBytes), onProgress }) };
}

test('gives the bytes, where they came from and how far they were', async () => {
  const server = await listen((request, response) => {
    if (request.url === '/asked') response.writeHead(302, { location: '/host/1k/chair.glb' }).end();
    else response.writeHead(200, { 'content-length': '5' }).end('bytes');
  });

  const { file, told } = fetchFrom(`${server.origin}/asked`);
  const { bytes, address } = await file;

  expect(Buffer.from(bytes).toString()).toBe('bytes');
  expect(address).toBe(`${server.origin}/host/1k/chair.glb`);
  expect([told[0], told.at(-1)]).toEqual([
    { received: 0, total: 5 },
    { received: 5, total: 5 },
  ]);
});

test('tells no total where none is known', async () => {
  const server = await listen((_request, response) => {
    response.write('by');
    response.end('tes');
  });

  const { file, told } = fetchFrom(server.origin);
  await file;

  expect(told.at(-1)).toEqual({ received: 5, total: null });
});

test('says what the server said', async () => {
  const body = { ok: false, code: 'FILE_HOST_UNAVAILABLE', message: 'Its host sleeps.', requestId: 'r' };
  const server = await listen((_request, response) => answerJson(response, 502, body));

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject({
    fault: { told: { code: 'FILE_HOST_UNAVAILABLE', message: 'Its host sleeps.' } },
  });
});

test('says which answer came in place of the model', async () => {
  const server = await listen((_request, response) => response.writeHead(500).end('<h1>Oops</h1>'));

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject({
    fault: { kind: 'wrongAnswer', status: 500 },
  });
});

const silence = { fault: { kind: 'noFile' } };

test('says that the connection broke', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject(silence);
});

test('takes no byte of what says it is too large', async () => {
  const { promise: isClosed, resolve } = Promise.withResolvers<boolean>();
  const server = await listen((_request, response) => {
    response.on('close', () => resolve(true));
    response.writeHead(200, { 'content-length': '1001' }).write('x');
  });

  const { file, told } = fetchFrom(server.origin);

  await expect(file).rejects.toMatchObject({ fault: { kind: 'tooLarge' } });
  expect(told).toEqual([]);
  expect(await isClosed).toBe(true);
});

test('stops a body that never ends', async () => {
  const { promise: isClosed, resolve } = Promise.withResolvers<boolean>();
  const server = await listen((_request, response) => {
    response.on('close', () => resolve(true));
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(100)));
    };
    response.on('drain', pour);
    pour();
  });

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject({ fault: { kind: 'tooLarge' } });
  expect(await isClosed).toBe(true);
});

test('counts what lies beside a file into its budget', async () => {
  const server = await listen((_request, response) => response.end('x'.repeat(600)));
  const budget = createByteBudget(1000);
  const fetchOne = () => fetchModelFile(server.origin, { budget, onProgress: () => undefined });
  await fetchOne();

  await expect(fetchOne()).rejects.toMatchObject({ fault: { kind: 'tooLarge' } });
});
