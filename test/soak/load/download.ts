import { z } from 'zod';
import { pick } from '../../bench/catalogue/random.ts';
import { bearer } from '../../judges/people.ts';
import { repeat } from './client-loop.ts';
import type { LoadParts } from './start-load.ts';

const Direct = z.object({ downloadUrl: z.string(), chargedUsd: z.number(), sizeBytes: z.number() });

export type Buyer = { readonly accountId: string; readonly token: string };
/** A charge that a client was told of. */
export type Charge = { readonly accountId: string; readonly guid: string; readonly chargedUsd: number };

/** A person who downloads: half of the time a model that is new to them, and each file to its last byte. */
export function download(parts: LoadParts, buyer: Buyer, charges: Charge[]): Promise<void> {
  const { site, host, createClient, random, stop, measurements } = parts;
  const client = createClient();
  const headers = bearer(buyer.token);
  return repeat(
    async () => {
      const library = random() < 0.7 ? site.library : host.library;
      const { guid } = pick(library.lasting, random);
      const body = { guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
      const reply = await client.send({
        kind: 'direct',
        url: `${site.url}/api/download/direct`,
        body,
        headers,
      });
      if (reply?.outcome !== 'fine') return;
      const { downloadUrl, chargedUsd, sizeBytes } = Direct.parse(JSON.parse(reply.text));
      charges.push({ accountId: buyer.accountId, guid, chargedUsd });
      const from = performance.now();
      const file = await client.send({ kind: 'file', url: downloadUrl });
      if (file?.outcome === 'fine' && Buffer.byteLength(file.text) !== sizeBytes)
        measurements.note({
          kind: 'file',
          from,
          milliseconds: 0,
          outcome: 'wrong',
          what: 'bytes are missing',
        });
    },
    { pause: 2_000, random, stop },
  ).finally(client.close);
}
