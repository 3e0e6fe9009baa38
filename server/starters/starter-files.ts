import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendAsset } from '../base/http/send-asset.ts';
import { AppError } from '../contract/errors.ts';
import { Channel, type Feed } from '../contract/starters.ts';
import type { Release } from './read-releases.ts';
import type { StarterStore } from './starter-store.ts';

const Place = z.object({ family: z.string(), version: z.string().optional(), name: z.string().optional() });
const Query = z.object({ channel: Channel.default('stable') });

function readPlace(request: FastifyRequest, families: readonly string[]) {
  const { family, version = '', name = '' } = Place.parse(request.params);
  if (!families.includes(family))
    throw new AppError('NOT_FOUND', `There is no plugin for "${family}", only for ${families.join(', ')}.`);
  return { family, version, name };
}

function readChannel(request: FastifyRequest): Channel {
  const query = Query.safeParse(request.query);
  if (!query.success) throw new AppError('INVALID_INPUT', 'The channel is "stable" or "beta".');
  return query.data.channel;
}

function isThere(release: Release | null, subject: string): Release {
  if (release) return release;
  throw new AppError(
    'NOT_FOUND',
    `${subject} is not kept on this server. GET update-feed.json names what is.`,
  );
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, release: Release) {
  const { family, name = '' } = Place.parse(request.params);
  if (!release.names.has(name)) {
    const names = [...release.names].toSorted().join(', ');
    throw new AppError('NOT_FOUND', `The ${family} plugin has no file "${name}", only ${names}.`);
  }
  return sendAsset({ request, reply }, name, await readFile(path.join(release.folder, name)));
}

/** Serves plugins' files and feeds; channel or admin's pin decides the version. Feeds keep their signed bytes. */
export function registerStarterFiles(app: FastifyInstance, store: StarterStore) {
  const offered = (request: FastifyRequest) => {
    const { family } = readPlace(request, store.families());
    return isThere(store.offered(family, readChannel(request)), `A plugin for ${family}`);
  };
  app.get('/assets/plugins/:family/update-feed.json', async (request, reply) => {
    const { feed: kept } = offered(request);
    const isRollback = store.isRollback(kept.family, kept.version);
    const feed: Feed = isRollback ? { ...kept, rollback: true } : kept;
    const text = `${JSON.stringify(feed, null, 2)}\n`;
    return sendAsset({ request, reply }, 'update-feed.json', Buffer.from(text));
  });
  app.get('/assets/plugins/:family/:name', async (request, reply) =>
    sendFile(request, reply, offered(request)),
  );
  app.get('/assets/plugins/:family/:version/:name', async (request, reply) => {
    const { family, version } = readPlace(request, store.families());
    return sendFile(request, reply, isThere(store.find(family, version), `Version ${version}`));
  });
}
