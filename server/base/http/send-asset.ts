import type { FastifyReply, FastifyRequest } from 'fastify';
import { assetType } from '../../contract/catalogue/asset-types.ts';
import { isNamed, sendTag, tagOfBody } from './ready-answer.ts';

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Sends a small file with its ETag, or 304. Headers keep browsers from running it. */
export function sendAsset({ request, reply }: Exchange, name: string, content: Buffer) {
  const tag = tagOfBody(content);
  sendTag(reply, tag);
  reply.header('content-security-policy', "default-src 'none'; sandbox");
  if (isNamed(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(assetType(name)).send(content);
}
