import pMap from 'p-map';
import { z } from 'zod';
import { Guid } from '../../server/contract/common.ts';
import { AppError } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import { toServerAddress } from '../../server/contract/server-address.ts';
import type { Library, LibraryComparison, LibraryModel } from '../platform/ipc/contract.ts';
import type { ServerClient } from '../server-connection/server-client.ts';

const Version = z.object({ guid: Guid, version: z.number().int() });
const Page = z.object({ total: z.number().int(), results: z.array(Version) });

const atOnce = 6;
/** Milliseconds for which versions from the server are cached. */
const freshFor = 10 * 60 * 1000;

type ComparisonOptions = {
  readonly client: Pick<ServerClient, 'forward' | 'call'>;
  readonly baseUrl: () => string;
  readonly readLibrary: () => Promise<Library>;
  readonly now?: () => number;
};

/** Reads every version in a catalogue, page by page: cheaper than one request per model of a large library. */
async function readPages(client: ComparisonOptions['client'], first: z.infer<typeof Page>) {
  const limit = limits.pageSize.max;
  const found = new Map(first.results.map(({ guid, version }) => [guid, version]));
  const offsets = Array.from({ length: Math.ceil(first.total / limit) }, (_, page) => page * limit).slice(1);
  const pages = await pMap(
    offsets,
    async (offset) => Page.parse(await client.forward('browse', { limit, offset })),
    {
      concurrency: atOnce,
    },
  );
  for (const { results } of pages) for (const { guid, version } of results) found.set(guid, version);
  return found;
}

async function readEach(client: ComparisonOptions['client'], models: readonly LibraryModel[]) {
  const read = async ({ guid }: LibraryModel) => {
    try {
      const { version } = Version.parse(await client.call('model', { guid }));
      return [[guid, version] as const];
    } catch (error) {
      if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return [];
      throw error;
    }
  };
  return new Map((await pMap(models, read, { concurrency: atOnce })).flat());
}

/** Compares the models of the library with the current versions on their server. */
export function createComparison({ client, baseUrl, readLibrary, now = Date.now }: ComparisonOptions) {
  let known: { server: string; at: number; versions: Map<string, number | null> } | null = null;

  async function readVersions(models: readonly LibraryModel[]): Promise<Map<string, number>> {
    const limit = limits.pageSize.max;
    if (models.length <= atOnce) return readEach(client, models);
    const first = Page.parse(await client.forward('browse', { limit, offset: 0 }));
    return first.total / limit < models.length ? readPages(client, first) : readEach(client, models);
  }

  return async (): Promise<LibraryComparison> => {
    const server = toServerAddress(baseUrl());
    const { models } = await readLibrary();
    const own = models.filter(({ serverUrl }) => toServerAddress(serverUrl) === server);
    const isFresh = known !== null && known.server === server && now() - known.at < freshFor;
    const versions = isFresh && known !== null ? known.versions : new Map<string, number | null>();
    const asked = own.filter(({ guid }) => !versions.has(guid));
    if (asked.length > 0) {
      const found = await readVersions(asked);
      for (const { guid } of asked) versions.set(guid, found.get(guid) ?? null);
    }
    if (!isFresh) known = { server, at: now(), versions };
    const listWith = (isWanted: (here: number, there: number) => boolean) =>
      own.flatMap(({ guid, version }) => {
        const there = versions.get(guid) ?? null;
        return there !== null && isWanted(version, there) ? [guid] : [];
      });
    return {
      outdated: listWith((here, there) => here < there),
      current: listWith((here, there) => here === there),
    };
  };
}
