import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { keepWorking, type Turn } from '../../base/data-folder/keep-working.ts';
import type { Readiness } from '../../base/http/status.ts';
import { createJobs } from '../../catalogue/jobs/jobs.ts';
import type { InventoryFile, Models } from '../../catalogue/model/models.ts';
import type { Config } from '../../config.ts';
import { posterRankOf, sceneFormats } from '../../contract/catalogue/formats.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { textOf, type Words } from '../../contract/sentence.ts';
import type { LibraryFiles } from '../../files/library-files.ts';
import { lookVersion } from '../pick-candidates.ts';
import type { PictureReader } from '../pictures/picture-reader.ts';
import type { Pictures, PosterStore } from '../poster-store.ts';
import { drawWithF3d } from './draw-with-f3d.ts';
import { type F3d, openF3d } from './open-f3d.ts';

type Parts = Pick<Core, 'db' | 'clock' | 'storage' | 'work'> & {
  readonly config: Pick<Config, 'dataDir' | 'posters' | 'tuning'>;
  readonly models: Pick<Models, 'files'>;
  readonly libraryFiles: Pick<LibraryFiles, 'locate'>;
  readonly readiness: Pick<Readiness, 'isReady' | 'onChange'>;
  readonly store: PosterStore;
  readonly reader: Pick<PictureReader, 'poster'>;
  /** Settles once listings show the change. */
  readonly onChange: () => Promise<void>;
};
type Waiting = {
  readonly modelId: number;
  readonly guid: string;
  readonly folder: string;
  readonly attempts: number;
  readonly content: string;
};
type Drawn = { readonly pictures: Pictures } | { readonly reason: Words };

/** Formats that f3d draws and no browser does, with f3d's extensions for them; most informative first. */
const endings: Readonly<Record<string, string>> = {
  ...{ step: 'stp', stp: 'stp', p21: 'stp', iges: 'igs', igs: 'igs' },
  ...{ wrl: 'wrl', vrml: 'wrl', abc: 'abc' },
};
const formats = Object.keys(endings);
const isRead = (f3d: F3d | null) => (format: string) => f3d?.lacking.has(endings[format] ?? '') !== true;
const hasColours = new Set(['wrl']);
const largestBytes = 256 * 1024 * 1024;
const mostTried = 2;
/** Model IDs that are scanned at once, which takes a moment. */
const together = 1000;
const advice =
  'Models in STEP, IGES or VRML have no preview until f3d is there. Run `apt-get install f3d xvfb bubblewrap`.';

const quote = (names: readonly string[]) => names.map((name) => `'${name}'`).join();
const hasScene = (names: readonly string[]) =>
  `EXISTS (SELECT 1 FROM file WHERE model_id = model.id AND role = 'scene' AND derived IS NULL AND format IN (${quote(names)})
    AND file.size_bytes <= ${largestBytes})`;
/** Selects models without a picture that only f3d can draw. */
const findWaiting = (
  read: readonly string[],
) => `SELECT model.id AS modelId, guid, folder, attempts, content_hash AS content
  FROM model CROSS JOIN job ON job.model_id = model.id AND kind = 'poster'
  WHERE model.id > @after AND model.id <= @after + ${together} AND host IS NULL AND poster_tag IS NULL
    AND state IN ('waiting', 'none') AND due_at <= @now
    AND NOT EXISTS (SELECT 1 FROM own_poster WHERE own_poster.model_id = model.id)
    AND ${hasScene(read)}
    AND NOT ${hasScene(sceneFormats.filter((format) => posterRankOf(format) !== null))}
  ORDER BY model.id LIMIT 1`;

/** Draws with an installed f3d what no browser can draw. `advice` says what to install once a model needs it. */
export function startF3d(http: FastifyInstance, parts: Parts): { readonly advice: () => string | null } {
  const { config, db, clock, models, libraryFiles, readiness, storage, work, store, reader } = parts;
  const jobs = createJobs(db, 'poster', () => lookVersion);
  const prepare = (tool: F3d | null) =>
    db.prepare<[{ after: number; now: number }], Waiting>(findWaiting(formats.filter(isRead(tool))));
  let next = prepare(null);
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM model').pluck();
  const isSame = db.prepare<[number, string], number>(
    'SELECT 1 FROM model WHERE id = ? AND content_hash = ? AND poster_tag IS NULL',
  );
  const workFolder = path.join(config.dataDir, 'f3d');
  const closing = new AbortController();
  let f3d: F3d | null = null;
  let hasBegun = false;
  let isMissed = false;
  let hasSeen = false;
  let after = 0;

  async function drawFile({ folder }: Waiting, file: InventoryFile, tool: F3d): Promise<Drawn> {
    const ending = endings[file.format] ?? '';
    const drawn = await drawWithF3d({
      ...{ f3d: tool, ending, workFolder, priority: config.tuning.levelPriority, signal: closing.signal },
      file: await libraryFiles.locate({ folder }, file),
    });
    if ('reason' in drawn) return drawn;
    try {
      return { pictures: { ...(await reader.poster(drawn.picture)), isClay: !hasColours.has(ending) } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { reason: 'f3d shows nothing of it.' };
    }
  }

  async function drawModel(model: Waiting, tool: F3d): Promise<Drawn> {
    const files = models
      .files(model.modelId)
      .filter(({ role, format, derived }) => role === 'scene' && !derived && formats.includes(format))
      .filter(({ sizeBytes, format }) => sizeBytes <= largestBytes && isRead(tool)(format))
      .sort((a, b) => formats.indexOf(a.format) - formats.indexOf(b.format) || a.sizeBytes - b.sizeBytes);
    let drawn: Drawn = { reason: 'It has changed.' };
    for (const file of files.slice(0, mostTried)) {
      drawn = await drawFile(model, file, tool);
      if ('pictures' in drawn || closing.signal.aborted) break;
    }
    return drawn;
  }

  const giveUp = ({ modelId, guid }: Waiting, reason: Words) => {
    http.log.warn({ event: 'posters', guid, reason: textOf(reason) }, 'f3d draws no picture of a model.');
    jobs.giveUp(modelId, reason, toIso(clock()));
  };

  async function draw(model: Waiting, tool: F3d): Promise<Turn> {
    const { modelId, attempts, content } = model;
    if (attempts >= limits.poster.attempts) {
      giveUp(model, 'The server stopped each time while it was drawn.');
      return { changed: false };
    }
    jobs.begin(modelId, clock() + config.tuning.posters.retry);
    const drawn = await drawModel(model, tool).catch((error: unknown) => {
      // It is being reread, or its disk is away; the scan reports that.
      http.log.warn({ event: 'posters', guid: model.guid, err: error });
      return { reason: null };
    });
    if (closing.signal.aborted) jobs.takeBack(modelId);
    else if ('pictures' in drawn) {
      const written = await store.write(drawn.pictures);
      const isUsed = isSame.get(modelId, content) !== undefined;
      const assign = db.transaction(() => {
        store.assign(modelId, written);
        jobs.settle(modelId);
      });
      if (isUsed) assign.immediate();
      return { changed: isUsed };
    } else if (drawn.reason !== null) giveUp(model, drawn.reason);
    return { changed: false };
  }

  async function turn(): Promise<Turn | null> {
    const found = closing.signal.aborted ? undefined : next.get({ after, now: clock() });
    if (found !== undefined && f3d !== null) {
      after = found.modelId;
      return draw(found, f3d);
    }
    hasSeen ||= found !== undefined;
    const isThrough = after + together >= (last.get() ?? 0);
    isMissed = hasSeen || (isMissed && !isThrough);
    hasSeen &&= !isThrough;
    after = isThrough ? 0 : after + together;
    return null;
  }

  const begin = async () => {
    rmSync(workFolder, { recursive: true, force: true });
    mkdirSync(workFolder, { recursive: true });
    f3d = await openF3d(config.posters.programFolders, workFolder);
    next = prepare(f3d);
  };
  work.whenOurs(() => {
    begin()
      .catch((error: unknown) => http.log.error({ event: 'posters', err: error }, 'f3d does not run here.'))
      .finally(() => {
        hasBegun = true;
      });
  });
  keepWorking(http, {
    ...{ readiness, storage, turn, onChange: parts.onChange },
    hasBegun: () => hasBegun,
    rest: async () => {},
    close: () => closing.abort(),
    failure: { event: 'posters', message: 'The picture of a model could not be drawn by f3d.' },
  });
  return { advice: () => (f3d === null && isMissed ? advice : null) };
}
