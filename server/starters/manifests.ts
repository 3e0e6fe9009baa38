import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../base/http/addresses.ts';
import { renderOpenApi } from '../base/http/docs.ts';
import { sendAsset } from '../base/http/send-asset.ts';
import { guides, manifests } from './manifest-list.ts';

/** Next to this file, and next to the built server too. */
const guidesDir = path.join(import.meta.dirname, 'guides');

/** The part of the interface that plugins and file hosts need, and how to use it. */
export function registerManifests(app: FastifyInstance, addresses: Addresses) {
  for (const [name, manifest] of Object.entries(manifests))
    app.get(`/assets/manifests/${name}`, async (request, reply) =>
      sendAsset({ request, reply }, name, Buffer.from(renderOpenApi(addresses.base(), manifest))),
    );
  for (const name of guides)
    app.get(`/assets/manifests/${name}`, async (request, reply) =>
      sendAsset({ request, reply }, name, await readFile(path.join(guidesDir, name))),
    );
}
