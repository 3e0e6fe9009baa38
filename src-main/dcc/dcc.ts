import { randomBytes } from 'node:crypto';
import type { FeatureOptions } from '../feature-options.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import { readLibrary } from '../library/read-library.ts';
import type { FindAsset } from '../starters/public-assets.ts';
import { type DoorNote, removeDoorNote, writeDoorNote } from './door-note.ts';
import { toHandedModel } from './handed-model.ts';
import { type BoardTimes, createJobBoard, defaultBoardTimes } from './job-board.ts';
import { type LoopbackDoor, openLoopbackDoor } from './loopback-door.ts';

export type Dcc = {
  readonly handlers: FeatureHandlers<'dcc'>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type DccOptions = Pick<FeatureOptions, 'log' | 'publish'> & {
  /** Where plugins look for the address and the secret. */
  readonly noteFile: string;
  readonly libraryFolder: () => string;
  readonly findAsset: FindAsset;
  readonly times?: BoardTimes;
};

type Open = { readonly door: LoopbackDoor; readonly note: DoorNote; readonly timer: NodeJS.Timeout };

const lookEvery = 1000;

/** "Send to …": hands downloaded models to the hosts that are open. */
export function createDcc({
  log,
  publish,
  noteFile,
  libraryFolder,
  findAsset,
  times = defaultBoardTimes,
}: DccOptions): Dcc {
  let problem: string | null = null;
  let opening: Promise<Open | null> = Promise.resolve(null);
  const read = () => ({ hosts: board.hosts(), jobs: board.jobs(), problem });
  const board = createJobBoard({ times, onChange: () => publish('dcc.changed', read()) });

  async function open(): Promise<Open> {
    const secret = randomBytes(32).toString('base64url');
    const door = await openLoopbackDoor({ secret, board, log, findAsset });
    const { port } = door;
    const note = { version: 1, port, secret, assets: `http://127.0.0.1:${port}` } as const;
    try {
      await writeDoorNote(noteFile, note);
    } catch (error) {
      await door.close();
      throw error;
    }
    const timer = setInterval(() => board.expire(Date.now()), lookEvery);
    timer.unref();
    return { door, note, timer };
  }

  return {
    handlers: {
      'dcc.read': read,
      'dcc.send': async ({ guid, relativePath, family, session }) => {
        const model = await toHandedModel(await readLibrary(libraryFolder()), { guid, relativePath });
        return board.add({ family, session }, model, Date.now());
      },
      'dcc.clearFinished': board.clearFinished,
    },
    async start() {
      opening = open().catch((error: unknown) => {
        log.error('dcc.not-started', { error });
        problem = `Plugins cannot find this app, because ${noteFile} could not be written. Free the disk or mend its rights, then start Lodestock again.`;
        publish('dcc.changed', read());
        return null;
      });
      await opening;
    },
    async stop() {
      const current = await opening;
      if (!current) return;
      clearInterval(current.timer);
      await removeDoorNote(noteFile, current.note);
      await current.door.close();
    },
  };
}
