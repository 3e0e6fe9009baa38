import { randomBytes } from 'node:crypto';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import type { Library } from '../../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../../platform/ipc/handlers.ts';
import type { Kernel } from '../../platform/kernel.ts';
import type { FindAsset } from '../plugins/public-assets.ts';
import { toHandedModel } from './handed-model.ts';
import { type BoardTimes, createJobBoard, defaultBoardTimes } from './job-board.ts';
import { type LoopbackNote, removeLoopbackNote, writeLoopbackNote } from './loopback-note.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

type HandoverOptions = Pick<Kernel, 'log' | 'publish'> & {
  readonly noteFile: string;
  readonly readLibrary: () => Promise<Library>;
  readonly findAsset: FindAsset;
  readonly times?: BoardTimes;
};

type Running = {
  readonly server: LoopbackServer;
  readonly note: LoopbackNote;
  readonly timer: NodeJS.Timeout;
};

const expiryInterval = 1000;

export function createHandover({
  log,
  publish,
  noteFile,
  readLibrary,
  findAsset,
  times = defaultBoardTimes,
}: HandoverOptions) {
  let problem: Words | null = null;
  let starting: Promise<Running | null> = Promise.resolve(null);
  const read = () => ({ apps: board.apps(), jobs: board.jobs(), problem });
  const board = createJobBoard({ times, onChange: () => publish('dcc.changed', read()) });

  async function start(): Promise<Running> {
    const secret = randomBytes(32).toString('base64url');
    const server = await startLoopbackServer({ secret, board, log, findAsset });
    const { port } = server;
    const note = { version: 1, port, secret, assets: `http://127.0.0.1:${port}` } as const;
    try {
      await writeLoopbackNote(noteFile, note);
    } catch (error) {
      await server.close();
      throw error;
    }
    const timer = setInterval(() => board.expire(Date.now()), expiryInterval);
    timer.unref();
    return { server, note, timer };
  }

  const handlers: FeatureHandlers<'dcc'> = {
    'dcc.read': read,
    'dcc.send': async ({ guid, relativePath, family, session }) => {
      const model = await toHandedModel(await readLibrary(), { guid, relativePath });
      return board.add({ family, session }, model, Date.now());
    },
    'dcc.clearFinished': board.clearFinished,
  };

  return {
    handlers,
    async start(): Promise<void> {
      starting = start().catch((error: unknown) => {
        log.error('dcc.not-started', { error });
        problem = sentence`Plugins cannot find Lodestock because ${{ file: noteFile }} could not be written. Free some disk space or check the file's permissions, then restart Lodestock.`;
        publish('dcc.changed', read());
        return null;
      });
      await starting;
    },
    async stop(): Promise<void> {
      const running = await starting;
      if (!running) return;
      clearInterval(running.timer);
      await removeLoopbackNote(noteFile, running.note);
      await running.server.close();
    },
  };
}
