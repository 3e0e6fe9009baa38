import { request as ask, createServer } from 'node:http';

/**
 * A web server that has servers below paths of its one address, and takes the path away. Whatever leaves out the path is answered by
 * a page of somebody else, and noted.
 */
export async function startPathProxy() {
  const behind = new Map<string, string>();
  const strays: string[] = [];
  // The headers that it passes on promise connections that live as long as the server's.
  const front = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { url = '', method, headers } = request;
    const root = [...behind.keys()].find((one) => url.startsWith(`${one}/`));
    const target = root === undefined ? undefined : behind.get(root);
    if (root === undefined || target === undefined) {
      strays.push(url);
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Studio</h1>');
      return;
    }
    const passed = ask(`${target}${url.slice(root.length)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    /** What was asked for outside of the paths. */
    strays,
    place: (root: string, target: string) => void behind.set(root, target),
    close: () => {
      front.close();
      front.closeAllConnections();
    },
  };
}
