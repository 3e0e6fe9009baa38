import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refusals.ts';

const oldVersion: Refusal = {
  status: 505,
  code: 'INVALID_INPUT',
  message: 'This server speaks HTTP/1.1. Send the request line with its version.',
};
const twoHosts: Refusal = {
  status: 400,
  code: 'INVALID_INPUT',
  message: 'The request has more than one Host header. Send one.',
};

/** What HTTP forbids and Node lets through: a request line without a version, and several Host headers (RFC 9112 §3.2). */
export function findRequestFault({ httpVersionMajor, rawHeaders }: IncomingMessage): Refusal | null {
  if (httpVersionMajor < 1) return oldVersion;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? twoHosts : null;
}
