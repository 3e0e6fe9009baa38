import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createPosterKeeper, type PosterCount } from '../../../src-main/server-connection/poster-keeper.ts';
import { answerJson, listen, readJson } from '../listen.ts';
import { createMemoryLog } from '../memory-log.ts';

const idle = { waiting: 0, done: 3, failed: 0, hung: 0 };

/** A keeper next to a server that says this of its queue, with windows that are only counted. */
async function startKeeper(first: typeof idle) {
  let progress = first;
  const lost: unknown[] = [];
  const server = await listen((request, response) => {
    if (request.method === 'GET') return answerJson(response, 200, progress);
    void readJson(request).then((body) => {
      lost.push(body.reason);
      answerJson(response, 200, { ok: true, lost: 1 });
    });
  });
  const windows: { url: string; isOpen: boolean; crash: (reason: string) => void }[] = [];
  const counts: (PosterCount | null)[] = [];
  const keeper = createPosterKeeper({
    ...{ http: createHttp('test'), log: createMemoryLog().log, key: 'secret', interval: 10 },
    openWindow(url, onGone) {
      const window = { url, isOpen: true, crash: onGone };
      windows.push(window);
      return {
        close: () => {
          window.isOpen = false;
        },
      };
    },
    onProgress: (count) => void counts.push(count),
  });
  onTestFinished(keeper.rest);
  keeper.follow(server.origin);
  const say = (next: typeof idle) => {
    progress = next;
  };
  const openWindows = () => windows.filter(({ isOpen }) => isOpen).length;
  return { server, windows, openWindows, counts, lost, say, keeper };
}

test('opens no window while nothing waits', async () => {
  const { server, windows, counts } = await startKeeper(idle);

  await expect.poll(() => server.requests.length).toBeGreaterThan(3);

  expect(windows).toEqual([]);
  expect(counts.at(-1)).toBeNull();
});

test('opens one window on the server with its key', async () => {
  const { server, windows, counts } = await startKeeper({ ...idle, waiting: 2 });

  await expect.poll(() => server.requests.length).toBeGreaterThan(3);

  expect(windows.map(({ url }) => url)).toEqual([`${server.origin}/posters-render#secret`]);
  expect(counts.at(-1)).toEqual({ done: 3, total: 5 });
  expect(server.requests[0]?.headers.authorization).toBe('Bearer secret');
});

test('closes the window once all is drawn', async () => {
  const { windows, openWindows, say, counts } = await startKeeper({ ...idle, waiting: 1 });
  await expect.poll(() => windows).toHaveLength(1);

  say({ ...idle, done: 4 });

  await expect.poll(() => openWindows()).toBe(0);
  await expect.poll(() => counts.at(-1)).toBeNull();
});

test('replaces a window that hangs over a model', async () => {
  const { windows, openWindows, say } = await startKeeper({ ...idle, waiting: 2 });
  await expect.poll(() => windows).toHaveLength(1);

  say({ ...idle, waiting: 2, hung: 1 });

  await expect.poll(() => windows).toHaveLength(2);
  expect(openWindows()).toBe(1);
});

test('tells the server of a crash and opens another', async () => {
  const { windows, lost } = await startKeeper({ ...idle, waiting: 2 });
  await expect.poll(() => windows).toHaveLength(1);

  windows[0]?.crash('It crashed.');

  await expect.poll(() => windows).toHaveLength(2);
  await expect.poll(() => lost).toEqual(['It crashed.']);
});

test('goes on when the server is not responding once', async () => {
  const { server, windows, keeper, say } = await startKeeper(idle);
  await server.close();
  keeper.rest();
  const again = await startKeeper({ ...idle, waiting: 1 });
  say(idle);

  keeper.follow(server.origin);
  keeper.follow(again.server.origin);

  await expect.poll(() => windows).toHaveLength(1);
});

test('closes the window when the server is left', async () => {
  const { windows, openWindows, keeper } = await startKeeper({ ...idle, waiting: 2 });
  await expect.poll(() => windows).toHaveLength(1);

  keeper.rest();

  expect(openWindows()).toBe(0);
});
