import { Agent, request } from 'node:http';

export type Reply = {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly milliseconds: number;
};
type Wish = {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** One request, and what came of it: also that nothing did. */
export function ask(url: string, { token, headers = {}, body }: Wish = {}): Promise<Reply> {
  const from = performance.now();
  const took = () => performance.now() - from;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: {}, milliseconds: took() });
    const sent = request(
      url,
      {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () => {
          const said = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json') && said !== '';
          const { statusCode: status = 0 } = response;
          resolve({ status, body: isJson ? JSON.parse(said) : {}, milliseconds: took() });
        });
      },
    );
    sent.once('error', fail);
    sent.end(text);
  });
}

/** Asks for one exact file of a model that was made for a proof. */
export const askDirect = (url: string, token: string, guid: string, relativePath = '10k/thing.obj') =>
  ask(`${url}/api/download/direct`, { token, body: { guid, relativePath } });
