import type { IncomingHttpHeaders } from 'node:http';

export type Head = { readonly statusCode: number; readonly headers: IncomingHttpHeaders };

const statusLine = /^HTTP\/1\.[01] (\d{3})(?: |$)/;
/** RFC 9110: a name is a token. Continuation lines are no longer allowed. */
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/** Parses the head of an HTTP/1.1 response, without the empty line at its end. Throws for anything else. */
export function readHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const [, status] = statusLine.exec(first) ?? [];
  if (status === undefined) throw new Error('The host did not answer in HTTP/1.1');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error('The host sent a header that is none');
    const key = name.toLowerCase();
    const before = headers.get(key);
    const isOnce = key === 'content-length' || key === 'content-range' || key === 'location';
    if (isOnce && before !== undefined && before !== value)
      throw new Error(`The host sent two values for ${key}`);
    headers.set(key, before === undefined || isOnce ? value : `${before}, ${value}`);
  }
  return { statusCode: Number(status), headers: Object.fromEntries(headers) };
}

/** Returns the length of the body in bytes; null if only the end of the connection or of the chunks delimits it. */
export function readLength({ headers }: Head): number | null {
  const announced = headers['content-length'];
  if (headers['transfer-encoding'] !== undefined || announced === undefined) return null;
  return /^\d{1,15}$/.test(announced) ? Number(announced) : null;
}
