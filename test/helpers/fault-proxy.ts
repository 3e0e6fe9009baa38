import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What happens to the bodies of model files on their way; `gone` and `silent` (it accepts and says nothing) to everything. */
type Fault = 'none' | 'cut' | 'corrupt' | 'gone' | 'silent';

type FaultProxy = {
  readonly baseUrl: string;
  aim(target: string): void;
  /** A part of an address limits the harm to the bodies of such files. */
  set(fault: Fault, where?: string): void;
  /** Lets requests for model files pass up to this number in all; later ones wait for more. */
  admit(files: number): void;
  /** The Range headers of the requests for model files so far; `whole` where there was none. */
  readonly ranges: readonly string[];
  /** Lets so many bytes of model files pass in all, and holds the rest back; null holds nothing. */
  hold(bytes: number | null): void;
  /** Bytes of model files that passed so far. */
  fileBytes(): number;
  close(): void;
};

const isFile = ({ url = '' }: IncomingMessage) => /^\/(?:data|f)\//.test(url);

/** Passes the body on; the fault strikes in its middle. */
function passBody(
  answer: IncomingMessage,
  response: ServerResponse,
  { fault, onBytes }: { readonly fault: Fault; readonly onBytes: (bytes: number) => boolean },
) {
  let passed = 0;
  const middle = Math.floor(Number(answer.headers['content-length'] ?? 0) / 2);
  answer.on('data', (chunk: Buffer) => {
    const hasMiddle = passed <= middle && middle < passed + chunk.length;
    if (hasMiddle && fault === 'cut') {
      answer.destroy();
      // Half of it does arrive.
      response.write(chunk.subarray(0, middle - passed), () => response.destroy());
      onBytes(middle - passed);
      return;
    }
    if (hasMiddle && fault === 'corrupt') chunk[middle - passed] = (chunk[middle - passed] ?? 0) ^ 1;
    passed += chunk.length;
    if (!onBytes(chunk.length)) answer.pause();
    response.write(chunk);
  });
  answer.on('end', () => response.end());
}

/** Stands between the app and a server, and harms what passes. */
export async function startFaultProxy(): Promise<FaultProxy> {
  let target = '';
  let fault: Fault = 'none';
  let harmed = '';
  const ranges: string[] = [];
  let admitted = Number.POSITIVE_INFINITY;
  let passed = 0;
  let fileBytes = 0;
  let most = Number.POSITIVE_INFINITY;
  const held: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const unanswered: (() => void)[] = [];
  // The headers that it passes on promise connections that live as long as the server's.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    if (fault === 'silent') unanswered.push(() => take(incoming, response));
    else if (fault !== 'gone' && isFile(incoming) && passed >= admitted)
      waiting.push(() => take(incoming, response));
    else take(incoming, response);
  });
  function take(incoming: IncomingMessage, response: ServerResponse): void {
    if (fault === 'gone') {
      incoming.socket.destroy();
      return;
    }
    if (incoming.destroyed || response.destroyed) return; // the caller has gone
    if (isFile(incoming)) passed += 1;
    const { method, headers, url } = incoming;
    if (isFile(incoming)) ranges.push(headers.range ?? 'whole');
    const outgoing = request(`${target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      const harm = isFile(incoming) && url?.includes(harmed) ? fault : 'none';
      const onBytes = (bytes: number) => {
        if (!isFile(incoming)) return true;
        fileBytes += bytes;
        if (fileBytes < most) return true;
        held.push(() => answer.resume());
        return false;
      };
      passBody(answer, response, { fault: harm, onBytes });
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    ranges,
    fileBytes: () => fileBytes,
    hold: (bytes) => {
      most = bytes === null ? Number.POSITIVE_INFINITY : fileBytes + bytes;
      if (bytes === null) for (const resume of held.splice(0)) resume();
    },
    baseUrl: `http://127.0.0.1:${port}`,
    aim: (next) => {
      target = next;
    },
    set: (next, where = '') => {
      fault = next;
      harmed = where;
      if (fault === 'gone') for (const pass of waiting.splice(0)) pass();
      if (fault !== 'silent') for (const pass of unanswered.splice(0)) pass();
    },
    admit: (files) => {
      admitted = files;
      while (passed < admitted && waiting.length > 0) waiting.shift()?.();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
