import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed, sendTag, tagOfBody } from '../http/conditional.ts';

const text = 'text/plain; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  '.ms': text,
  '.cs': text,
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.zip': 'application/zip',
  '.tgz': 'application/gzip',
};

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Sends a small file with its tag, or 304 to whoever has it. Browsers are told not to run what is in it. */
export function sendAsset({ request, reply }: Exchange, name: string, content: Buffer) {
  const tag = tagOfBody(content);
  sendTag(reply, tag);
  reply.header('content-security-policy', "default-src 'none'; sandbox");
  if (isNamed(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(types[path.extname(name)] ?? 'application/octet-stream').send(content);
}
