import { expect, test } from 'vitest';
import { fetchModelFile, type Progress } from '../../../src-renderer/viewer/fetch-model-file.ts';
import { answerJson, listen } from '../../src-main/listen.ts';

function fetchFrom(address: string, abort = new AbortController()) {
  const told: Progress[] = [];
  const { signal } = abort;
  const onProgress = (progress: Progress) => void told.push(progress);
  return { told, file: fetchModelFile(address, { signal, onProgress }) };
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

test('says that the file is gone', async () => {
  const server = await listen((_request, response) => answerJson(response, 404, { ok: false }));

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: 'The 1k file of this view is no longer on the server. Reload the page to see what it has now.',
  });
});

test('says what the server said', async () => {
  const body = { ok: false, code: 'FILE_HOST_UNAVAILABLE', message: 'Its host sleeps.', requestId: 'r' };
  const server = await listen((_request, response) => answerJson(response, 502, body));

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject({
    code: 'FILE_HOST_UNAVAILABLE',
    message: 'Its host sleeps.',
  });
});

test('says which answer came in place of the model', async () => {
  const server = await listen((_request, response) => response.writeHead(500).end('<h1>Oops</h1>'));

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The server answered 500 instead of sending the model. Try again in a minute.',
  });
});

const silence = {
  code: 'UNAVAILABLE',
  message: 'The model could not be downloaded. Check your connection, then try again.',
};

test('says that nobody answers', async () => {
  const server = await listen(() => undefined);
  await server.close();

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject(silence);
});

test('says that the connection broke', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });

  await expect(fetchFrom(server.origin).file).rejects.toMatchObject(silence);
});

test('stops when it is not wanted any more', async () => {
  const { promise: isClosed, resolve } = Promise.withResolvers<boolean>();
  const abort = new AbortController();
  const server = await listen((_request, response) => {
    response.on('close', () => resolve(true));
    response.writeHead(200, { 'content-length': '10' }).write('half', () => abort.abort());
  });

  const { file } = fetchFrom(server.origin, abort);

  await expect(file).rejects.toMatchObject({ name: 'AbortError' });
  expect(await isClosed).toBe(true);
});
