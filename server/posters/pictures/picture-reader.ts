import PQueue from 'p-queue';
import { type Maker, type MakerOptions, startMaker } from '../../base/threads/start-maker.ts';
import { AppError } from '../../contract/errors.ts';
import { sayOf } from '../../contract/sentence.ts';
import type { Pictures } from '../poster-store.ts';
import { type DrawnPictures, PictureNews, type PictureTask } from './messages.ts';

export type PictureReader = ReturnType<typeof createPictureReader>;

type Options = Pick<MakerOptions, 'environment' | 'priority'> & {
  readonly start?: (options: MakerOptions) => Maker<PictureTask>;
  /** Milliseconds per picture. */
  readonly timeoutMs?: number;
};

const idleMs = 15_000;
const memoryBytes = 256 * 1024 ** 2;
const broken = { fault: 'cannot be read.' } as const satisfies PictureNews;

const toBytes = (text: string) => Buffer.from(text, 'base64');
const toPictures = ({ small, medium, large, jpeg }: DrawnPictures): Pictures => ({
  ...{ small: toBytes(small), medium: toBytes(medium), large: toBytes(large) },
  jpeg: { small: toBytes(jpeg.small), medium: toBytes(jpeg.medium) },
  turn: null,
  isClay: false,
});

/** Reads untrusted pictures, one at a time, in its own process, which ends when idle. */
export function createPictureReader(options: Options) {
  const { start = startMaker, timeoutMs = 60_000, environment, priority } = options;
  const queue = new PQueue({ concurrency: 1 });
  let maker: Maker<PictureTask> | null = null;
  let settle: ((news: PictureNews) => void) | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const finish = (news: PictureNews) => {
    const waiting = settle;
    settle = null;
    waiting?.(news);
  };
  const open = (): Maker<PictureTask> => {
    const own: Maker<PictureTask> = start({
      ...{ entry: 'picture-reader' as const, folder: null, environment, memoryBytes, priority },
      onNews: (message) => {
        if (own === maker) finish(PictureNews.parse(message));
      },
      onEnd: () => {
        if (own !== maker) return;
        maker = null;
        finish(broken);
      },
    });
    return own;
  };
  const drop = () => {
    const gone = maker;
    maker = null;
    gone?.kill();
    finish(broken);
  };
  const ask = (task: PictureTask) =>
    queue.add(async (): Promise<PictureNews> => {
      if (isClosed) return broken;
      clearTimeout(idle);
      const { promise, resolve } = Promise.withResolvers<PictureNews>();
      settle = resolve;
      maker ??= open();
      const timer = setTimeout(drop, timeoutMs);
      maker.send(task);
      const news = await promise;
      clearTimeout(timer);
      idle = setTimeout(drop, idleMs).unref();
      return news;
    });

  return {
    /** Main colour of a picture's subject; null if it cannot be determined. Never rejects. */
    async colour(picture: Buffer) {
      const news = await ask({ wish: 'colour', picture: picture.toString('base64') });
      return 'colour' in news ? news.colour : null;
    },
    /** Turns a drawn picture into a poster of all sizes. Throws CORRUPT_FILE with the fault. */
    async poster(picture: Buffer) {
      const news = await ask({ wish: 'poster', picture: picture.toString('base64') });
      if ('pictures' in news) return toPictures(news.pictures);
      throw new AppError(
        'CORRUPT_FILE',
        sayOf({ picture: 'The picture' }, 'fault' in news ? news.fault : broken.fault),
      );
    },
    /** A JPEG of at most 12 kB. Throws CORRUPT_FILE with the fault. */
    async preview(picture: Buffer) {
      const news = await ask({ wish: 'preview', picture: picture.toString('base64') });
      if ('preview' in news) return Buffer.from(news.preview, 'base64');
      throw new AppError(
        'CORRUPT_FILE',
        sayOf({ picture: 'The picture' }, 'fault' in news ? news.fault : broken.fault),
      );
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      drop();
    },
  };
}
