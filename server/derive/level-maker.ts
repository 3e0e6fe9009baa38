import { type Maker, type MakerOptions, startMaker } from '../base/threads/start-maker.ts';
import { sentence, type Words } from '../contract/sentence.ts';
import { LevelNews, type LevelTask, type MadeNews } from './messages.ts';

type Outcome = {
  readonly made: readonly MadeNews[];
  /** Why something could not be made; null if nothing failed. */
  readonly reason: Words | null;
  /** Whether the maker crashed over the model for an unknown reason. */
  readonly hasDied: boolean;
};

export type LevelMaker = {
  /** Makes the levels of one model; one at a time. Never rejects. */
  readonly run: (task: LevelTask) => Promise<Outcome>;
  readonly close: () => void;
};

type Options = Pick<MakerOptions, 'folder' | 'environment' | 'memoryBytes' | 'priority'> & {
  readonly timeoutMs: number;
  readonly start?: (options: MakerOptions) => Maker<LevelTask>;
};

const idleMs = 15_000;
const lookEvery = 250;
const closed = 'It was closed.';

/** Keeps a maker while there is work, and kills it if a model takes too much time or memory. */
export function createLevelMaker({ timeoutMs, start = startMaker, ...options }: Options): LevelMaker {
  let maker: Maker<LevelTask> | null = null;
  let settle: ((end: { reason: Words | null; hasDied: boolean }) => void) | null = null;
  let made: MadeNews[] = [];
  let failure: Words | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const finish = (reason: Words | null, hasDied: boolean) => {
    const end = settle;
    settle = null;
    end?.({ reason, hasDied });
  };
  const take = (from: Maker<LevelTask> | null, message: unknown) => {
    if (from !== maker || settle === null) return;
    const news = LevelNews.parse(message);
    if (news.event === 'made') made.push(news);
    else if (news.event === 'failed') failure ??= news.reason;
    else finish(failure, false);
  };
  const open = (): Maker<LevelTask> => {
    const own: Maker<LevelTask> = start({
      ...options,
      entry: 'level-maker',
      onNews: (message) => take(own, message),
      onEnd(reason) {
        if (own !== maker) return;
        maker = null;
        finish(reason, true);
      },
    });
    return own;
  };
  const drop = () => {
    const gone = maker;
    maker = null;
    gone?.kill();
  };
  const giveUp = (reason: Words) => {
    drop();
    finish(reason, false);
  };
  const watchMemory = async () => {
    const bytes = await maker?.memory();
    if (bytes && bytes > options.memoryBytes) giveUp('It needs more memory than one model may use.');
  };

  return {
    async run(task) {
      if (isClosed) return { made: [], reason: closed, hasDied: false };
      clearTimeout(idle);
      maker ??= open();
      made = [];
      failure = null;
      const ended = new Promise<{ reason: Words | null; hasDied: boolean }>((resolve) => {
        settle = resolve;
      });
      const tooLong = sentence`It took longer than ${{ seconds: timeoutMs / 1000 }} seconds.`;
      const timer = setTimeout(() => giveUp(tooLong), timeoutMs);
      const watch = setInterval(() => void watchMemory(), lookEvery);
      maker.send(task);
      const end = await ended;
      clearTimeout(timer);
      clearInterval(watch);
      idle = setTimeout(drop, idleMs).unref();
      return { made, ...end };
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      drop();
      finish(closed, false);
    },
  };
}
