import type { FastifyInstance } from 'fastify';
import type { Core } from '../../base/core.ts';
import { keepWorking, type Turn } from '../../base/data-folder/keep-working.ts';
import type { Readiness } from '../../base/http/status.ts';
import { createJobs, type Job } from '../../catalogue/jobs/jobs.ts';
import { posterTagExpression } from '../../catalogue/model/model-row.ts';
import type { ModelColour } from '../../contract/limits.ts';
import type { PictureReader } from '../pictures/picture-reader.ts';

type Parts = Pick<Core, 'db' | 'clock' | 'storage' | 'work'> & {
  readonly readiness: Pick<Readiness, 'isReady' | 'onChange'>;
  readonly reader: Pick<PictureReader, 'colour' | 'close'>;
  /** A small poster; null if there is none or it is unreadable. */
  readonly readPoster: (guid: string) => Promise<{ readonly data: Buffer } | null>;
  /** Settles once listings show the change. */
  readonly onChange: () => Promise<void>;
};

type Poster = {
  readonly tag: string | null;
  /** 1 if the poster is drawn in plain clay because its files name no colour. */
  readonly isClay: number;
};
type Seen = { readonly modelId: number; readonly tag: string | null; readonly colour: ModelColour | null };

/** Models per update of the listings. */
const together = 24;

/** Finds the main colours of new and changed posters of this server's own models. */
export function startColours(http: FastifyInstance, parts: Parts): void {
  const { db, clock, readiness, storage, work, reader, readPoster, onChange } = parts;
  const jobs = createJobs(db, 'colour');
  const posterOf = db.prepare<[number], Poster>(
    `SELECT ${posterTagExpression} AS tag,
       NOT EXISTS (SELECT 1 FROM own_poster WHERE own_poster.model_id = model.id)
         AND (EXISTS (SELECT 1 FROM rendered_poster WHERE rendered_poster.model_id = model.id AND is_clay = 1)
           OR NOT EXISTS (SELECT 1 FROM file WHERE file.model_id = model.id AND role = 'scene' AND derived IS NULL
             AND format <> 'stl' AND NOT (format = 'obj' AND needs = '[]'))) AS isClay
     FROM model WHERE id = ?`,
  );
  const tagOf = db
    .prepare<[number], string | null>(`SELECT ${posterTagExpression} FROM model WHERE id = ?`)
    .pluck();
  const set = db.prepare('UPDATE model SET colour = ? WHERE id = ? AND host IS NULL AND colour IS NOT ?');
  let isClosing = false;

  const look = async ({ modelId, guid }: Job): Promise<Seen> => {
    const { tag, isClay } = posterOf.get(modelId) ?? { tag: null, isClay: 0 };
    const poster = tag === null || isClay === 1 ? null : await readPoster(guid);
    return { modelId, tag, colour: poster && (await reader.colour(poster.data)) };
  };
  /** A poster that has changed meanwhile is analysed again in the next round. */
  const write = db.transaction((seen: readonly Seen[]) => {
    let changes = 0;
    for (const { modelId, tag, colour } of seen) {
      if (tagOf.get(modelId) !== tag) continue;
      jobs.settle(modelId);
      changes += set.run(colour, modelId, colour).changes;
    }
    return changes;
  });
  const turn = async (): Promise<Turn | null> => {
    if (isClosing) return null;
    const seen: Seen[] = [];
    for (const job of jobs.due(clock(), { limit: together })) {
      const found = await look(job);
      if (isClosing) break;
      seen.push(found);
    }
    return seen.length === 0 ? null : { changed: write.immediate(seen) > 0 };
  };

  let hasBegun = false;
  work.whenOurs(() => {
    hasBegun = true;
  });
  keepWorking(http, {
    ...{ readiness, storage, turn, onChange },
    hasBegun: () => hasBegun,
    rest: async () => {},
    close: () => {
      isClosing = true;
      reader.close();
    },
    failure: { event: 'colours', message: 'The colour of a poster could not be found.' },
  });
}
