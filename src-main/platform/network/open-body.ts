import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Asked, type Body, type BodyOptions, cut, late, type Visit } from './body.ts';
import { canStreamDirectly, openStream } from './body-stream.ts';

/** Rules for every request of the app; each throws to reject one. */
export type RequestPolicy = {
  readonly userAgent: string;
  /** Milliseconds allowed for connecting. */
  readonly connectTimeout: number;
  readonly mostRedirects: number;
  readonly findAgent: (url: URL) => Promise<http.Agent>;
  readonly judgeRedirect: (from: URL, to: URL) => void;
};

/**
 * Requests a body without content encoding, and resolves once its head has arrived; the caller checks the status, and
 * destroys the body when done. Nothing is retried. Rejects with the error of the connection or the signal's reason.
 */
export type OpenBody = (url: string, options: BodyOptions) => Promise<Body>;

function visitMessage(body: IncomingMessage, visit: Visit): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      body.destroy();
    };
    body.on('data', (piece: Uint8Array) => {
      try {
        const pending = visit(piece);
        if (pending === undefined) return;
        body.pause();
        pending.then(() => body.resume(), fail);
      } catch (error) {
        fail(error);
      }
    });
    body
      .once('end', resolve)
      .once('error', reject)
      .once('close', () => reject(cut()));
    if (body.destroyed) reject(body.errored ?? cut());
  });
}

function askNode(url: URL, agent: http.Agent, asked: Asked): Promise<Body> {
  const { headers, signal, stallTimeout, connectTimeout } = asked;
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, signal, headers });
    const connecting = setTimeout(() => sent.destroy(late()), connectTimeout);
    const isConnected = () => clearTimeout(connecting);
    sent.once('socket', (socket) => {
      if (socket.connecting)
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', isConnected);
      else isConnected();
    });
    let response: IncomingMessage | null = null;
    sent.once('close', isConnected).on('error', reject);
    sent.setTimeout(stallTimeout, () => (response ?? sent).destroy(late()));
    sent.once('response', (head) => {
      response = head.on('error', () => undefined); // the reader of the body handles it
      resolve({
        statusCode: head.statusCode ?? 0,
        headers: head.headers,
        visit: (visit) => visitMessage(head, visit),
        destroy: () => head.destroy(),
      });
    });
    sent.end();
  });
}

/** Uses Node's client for small responses, through proxies, and for bodies of unknown length. */
async function ask(url: URL, agent: http.Agent, asked: Asked): Promise<Body> {
  const isDirect = asked.isLarge === true && canStreamDirectly(url, agent);
  return (isDirect ? await openStream(url, agent, asked) : null) ?? askNode(url, agent, asked);
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Opens bodies without the stream layers that a client for small responses has, as downloads are mostly bodies. */
export const createOpenBody =
  (policy: RequestPolicy): OpenBody =>
  async (address, options) => {
    const headers = {
      'user-agent': policy.userAgent,
      'accept-encoding': 'identity',
      ...options.headers,
    };
    let url = new URL(address);
    for (let count = 0; ; count += 1) {
      options.signal.throwIfAborted();
      const agent = await policy.findAgent(url);
      const body = await ask(url, agent, { ...options, headers, connectTimeout: policy.connectTimeout });
      const { location } = body.headers;
      if (!redirects.includes(body.statusCode) || location === undefined) return body;
      body.destroy();
      if (count === policy.mostRedirects) throw new Error(`${url.host} redirects too often`);
      const next = new URL(location, url);
      policy.judgeRedirect(url, next);
      url = next;
    }
  };
