import pMap from 'p-map';
import { z } from 'zod';
import { Guid, Usd } from '../../server/contract/common.ts';
import { InventoryEntry } from '../../server/contract/discovery.ts';
import { AppError } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import type { SurveyFile, SurveyWish } from '../ipc/survey-contract.ts';
import type { ServerClient } from '../server-client.ts';

const Page = z.object({ total: z.number(), results: z.array(z.object({ guid: Guid })) });
const Details = z.object({
  guid: Guid,
  title: z.string(),
  version: z.number().int(),
  priceUsd: Usd,
  topologies: z.array(
    z.object({
      lod: z.string(),
      files: z.array(
        InventoryEntry.pick({
          ...{ format: true, relativePath: true, variant: true, role: true },
          ...{ sizeBytes: true, sha256: true },
        }).extend({ supportBytes: z.number() }),
      ),
    }),
  ),
});
const Unlocks = z.object({ entitlements: z.array(z.object({ guid: Guid })), hasMore: z.boolean() });

const most = 10_000;
const atOnce = 6;

function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'UNAVAILABLE',
    'The server described its models in a format that Lodestock does not understand. Check the server address in Settings, or update Lodestock.',
    { cause: parsed.error },
  );
}

/** Every model of a search, in its order. */
async function listGuids(
  client: ServerClient,
  { models }: SurveyWish,
  signal: AbortSignal,
): Promise<string[]> {
  if ('guids' in models) return [...new Set(models.guids)];
  const { query } = models;
  const route = typeof query.q === 'string' && query.q.trim() !== '' ? 'search' : 'browse';
  const limit = limits.pageSize.max;
  const guids = new Set<string>();
  for (let offset = 0; ; offset += limit) {
    const { total, results } = read(Page, await client.forward(route, { ...query, limit, offset }));
    signal.throwIfAborted();
    if (total > most)
      throw new AppError(
        'TOO_LARGE',
        `${total} models are more than the ${most} that can be downloaded at once. Narrow the search, then try again.`,
      );
    for (const { guid } of results) guids.add(guid);
    if (results.length === 0 || offset + limit >= total) return [...guids];
  }
}

/** The models that the account has unlocked; none when nobody is signed in. */
async function listUnlocked(client: ServerClient, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const guids = new Set<string>();
  const limit = limits.accountPage.max;
  for (let offset = 0; ; offset += limit) {
    const { entitlements, hasMore } = read(Unlocks, await client.call('entitlements', { limit, offset }));
    signal.throwIfAborted();
    for (const { guid } of entitlements) guids.add(guid);
    if (!hasMore) return guids;
  }
}

/** The exact files of one model; a line that says so if it has none. */
function toFiles(details: z.infer<typeof Details>, wish: SurveyWish, isUnlocked: boolean): SurveyFile[] {
  const { guid, title, version } = details;
  const model = { guid, title, version, priceUsd: isUnlocked ? 0 : details.priceUsd };
  const found = details.topologies
    .filter(({ lod }) => lod === wish.lod)
    .flatMap(({ files }) => files)
    .filter(({ role, format }) => role === 'scene' && format === wish.format);
  const absent = { relativePath: null, variant: null, sha256: null, sizeBytes: 0 };
  if (found.length === 0) return [{ ...model, ...absent, state: 'absent' }];
  return found.map(({ relativePath, variant, sha256, sizeBytes, supportBytes }) => ({
    ...{ ...model, relativePath, variant, sha256 },
    sizeBytes: sizeBytes + supportBytes,
    state: 'wanted',
  }));
}

type LookOptions = {
  readonly client: ServerClient;
  readonly wish: SurveyWish;
  readonly isSignedIn: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (looked: number, total: number) => void;
};

/** Looks at every model; nothing is charged. A model that has gone meanwhile is left out. */
export async function lookAtModels(options: LookOptions): Promise<SurveyFile[]> {
  const { client, wish, isSignedIn, signal, onProgress } = options;
  const guids = await listGuids(client, wish, signal);
  const unlocked = isSignedIn ? await listUnlocked(client, signal) : new Set<string>();
  let looked = 0;
  onProgress(looked, guids.length);
  const look = async (guid: string): Promise<SurveyFile[]> => {
    signal.throwIfAborted();
    try {
      const details = read(Details, await client.call('model', { guid }));
      return toFiles(details, wish, unlocked.has(guid));
    } catch (error) {
      if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return [];
      throw error;
    } finally {
      looked += 1;
      onProgress(looked, guids.length);
    }
  };
  return (await pMap(guids, look, { concurrency: atOnce })).flat();
}
