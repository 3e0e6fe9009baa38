import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import https, { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../../src-main/platform/network/http.ts';
import { createPrivateAuthority, whyNoAuthority } from '../../../helpers/private-authority.ts';

const missing = whyNoAuthority();
const content = randomBytes(3_000_000);
const never = new AbortController().signal;

describe.skipIf(missing !== null)(`bodies over TLS${missing === null ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let authority: ReturnType<typeof createPrivateAuthority>;
  let issued: ReturnType<(typeof authority)['issue']>;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lodestock-body-'));
    authority = createPrivateAuthority(folder);
    issued = authority.issue('localhost');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A host that answers each connection with raw bytes, once it has been asked. */
  async function answer(reply: (socket: TLSSocket, asked: string) => void) {
    const asked: string[] = [];
    const server = createServer({ cert: issued.cert, key: issued.key });
    const sockets = new Set<Socket>();
    server.removeAllListeners('secureConnection').on('secureConnection', (socket: TLSSocket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (piece: Buffer) => {
        text += piece.toString('latin1');
        if (!text.endsWith('\r\n\r\n')) return;
        asked.push(text);
        reply(socket, text);
        text = '';
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return { url: `https://localhost:${Object(server.address()).port}`, asked };
  }

  function open(url: string, given: { ca?: string; stallTimeout?: number; signal?: AbortSignal } = {}) {
    const { ca = authority.ca, stallTimeout = 60_000, signal = never } = given;
    const agent = new https.Agent({ keepAlive: true, ca });
    onTestFinished(() => agent.destroy());
    const http = createHttp('test', { findAgent: async () => agent });
    return http.openBody(url, { headers: { range: 'bytes=0-' }, signal, stallTimeout, isLarge: true });
  }

  async function read(url: string, pause: () => Promise<void> | undefined = () => undefined) {
    const body = await open(url);
    const pieces: Buffer[] = [];
    try {
      await body.visit((piece) => {
        pieces.push(Buffer.from(piece));
        return pause();
      });
    } finally {
      body.destroy();
    }
    return Buffer.concat(pieces);
  }

  const head = (status: string, ...lines: readonly string[]) =>
    `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
  const whole = head('206 Partial Content', `Content-Length: ${content.length}`);

  test('come whole, and the host is asked as everywhere', async () => {
    const { url, asked } = await answer((socket) => socket.write(whole) && socket.write(content));

    expect((await read(`${url}/a%20b?c=d`)).equals(content)).toBe(true);
    expect(asked[0]?.split('\r\n')).toEqual([
      'GET /a%20b?c=d HTTP/1.1',
      `host: ${new URL(url).host}`,
      'user-agent: Lodestock/test',
      'accept-encoding: identity',
      'range: bytes=0-',
      'connection: close',
      '',
      '',
    ]);
  });

  test('come whole when whoever reads them is slow, and the host has long gone', async () => {
    const { url } = await answer((socket) => {
      socket.write(whole);
      socket.end(content);
    });

    const found = await read(url, () => new Promise((resolve) => setImmediate(resolve)));

    expect(found.equals(content)).toBe(true);
  });

  test('are cut in the head, in single bytes, and anywhere else', async () => {
    const text = Buffer.concat([Buffer.from(whole), content.subarray(0, 200)]);
    const { url } = await answer(async (socket) => {
      for (const byte of text) socket.write(Buffer.of(byte));
      socket.write(content.subarray(200));
    });

    expect((await read(url)).equals(content)).toBe(true);
  });

  test('end with a cut connection before their length', async () => {
    const { url } = await answer((socket) => {
      socket.write(whole);
      socket.end(content.subarray(0, 50_000));
    });

    await expect(read(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('never have more than was announced', async () => {
    const { url } = await answer((socket) => {
      socket.write(head('200 OK', 'Content-Length: 10'));
      socket.write(content);
    });

    expect((await read(url)).equals(content.subarray(0, 10))).toBe(true);
  });

  test('are told by their status and headers, also when they have none', async () => {
    const { url } = await answer((socket) =>
      socket.write(head('503 Busy', 'Retry-After:  7 ', 'X-A: 1', 'x-a: 2')),
    );

    const body = await open(url);

    expect(body.statusCode).toBe(503);
    expect(body.headers).toEqual({ 'retry-after': '7', 'x-a': '1, 2' });
    body.destroy();
  });

  test('of unknown length come as well', async () => {
    const { url } = await answer((socket) => {
      socket.write(head('200 OK', 'Transfer-Encoding: chunked'));
      socket.write(`5\r\nhello\r\n0\r\n\r\n`);
    });

    expect((await read(url)).toString()).toBe('hello');
  });

  test('follow redirects, but none without encryption', async () => {
    const plain = await answer((socket) => socket.write(head('302 Found', 'Location: http://127.0.0.1:1/')));
    const here = await answer((socket, text) =>
      socket.write(
        text.startsWith('GET /there ')
          ? `${head('200 OK', 'Content-Length: 2')}ok`
          : head('307 Temporary Redirect', 'Location: /there', 'Content-Length: 0'),
      ),
    );
    const circle = await answer((socket) => socket.write(head('301 Moved', 'Location: /')));

    expect((await read(here.url)).toString()).toBe('ok');
    await expect(read(plain.url)).rejects.toThrow('without encryption');
    await expect(read(circle.url)).rejects.toThrow('redirects too often');
    expect(circle.asked).toHaveLength(6);
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['two lengths', head('200 OK', 'Content-Length: 5', 'Content-Length: 6')],
    ['a line that continues another', head('200 OK', 'A: b', ' c')],
    ['a head without end', 'x'.repeat(70_000)],
  ])('are refused for %s', async (_what, text) => {
    const { url } = await answer((socket) => socket.write(text));

    await expect(open(url)).rejects.toThrow(/The host/);
  });

  test('are refused from a host that nobody vouches for, before it is asked', async () => {
    const { url, asked } = await answer((socket) => socket.write(whole));
    const other = createPrivateAuthority(path.join(folder, 'other')).ca;

    await expect(open(url, { ca: other })).rejects.toMatchObject({ code: /CERT|UNABLE_TO_VERIFY/ });
    await expect(open(url.replace('localhost', '127.0.0.1'))).rejects.toMatchObject({ code: /ALTNAME/ });
    expect(asked).toEqual([]);
  });

  test('end when nothing comes any more, and when nobody wants them any more', async () => {
    const { url } = await answer((socket) => socket.write(whole));
    const stop = new AbortController();

    const stalled = open(url, { stallTimeout: 50 }).then((body) => body.visit(() => undefined));
    await expect(stalled).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const stopped = await open(url, { signal: stop.signal });
    const visited = stopped.visit(() => undefined);
    stop.abort(new Error('enough'));
    await expect(visited).rejects.toThrow('enough');
  });

  test('end with what whoever reads them throws', async () => {
    const { url } = await answer((socket) => socket.write(whole) && socket.write(content));
    const disk = new Error('the disk is full');

    const thrown = await open(url);
    await expect(
      thrown.visit(() => {
        throw disk;
      }),
    ).rejects.toBe(disk);
    const rejected = await open(url);
    await expect(rejected.visit(() => Promise.reject(disk))).rejects.toBe(disk);
  });
});
