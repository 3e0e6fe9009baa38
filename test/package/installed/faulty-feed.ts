import { createServer, get } from 'node:http';

/** What becomes of answers: a SHA-512 that is wrong, with the signature or without it, or an installer that never ends. */
type Fault = 'none' | 'forged' | 'wrong-hash' | 'stalled';

const wrongHash = Buffer.alloc(64).toString('base64');
const falsify = (feed: string) =>
  feed.replace(/sha512: .*/g, `sha512: ${wrongHash}`).replace(/^ +blockMapSize: .*\n/gm, '');

/** Stands between an app and the server of its updates, and keeps what was asked for. */
export async function startFaultyFeed(target: () => number) {
  let fault: Fault = 'none';
  const asked: string[] = [];
  const stalled = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push(url);
    if (fault === 'wrong-hash' && url.includes('.yml.sig')) return void response.writeHead(404).end();
    const onward = get({ host: '127.0.0.1', port: target(), path: url, headers }, async (answer) => {
      if (/\.yml($|\?)/.test(url) && (fault === 'forged' || fault === 'wrong-hash')) {
        const text = Buffer.concat(await answer.toArray()).toString();
        return void response.writeHead(answer.statusCode ?? 502).end(falsify(text));
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault !== 'stalled' || !url.endsWith('.AppImage')) return void answer.pipe(response);
      answer.once('data', (chunk: Buffer) => {
        answer.pause();
        response.write(chunk);
        stalled.resolve();
      });
    });
    onward.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}/updates/`,
    asked,
    /** Resolves once an installer has begun and stopped. */
    stalled: stalled.promise,
    set(next: Fault) {
      fault = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
