import { serveThread, type ThreadType } from '../../../../server/base/threads/serve.ts';

/** In small pieces: a piece larger than what a full thread is still allowed ends the process. */
type Filling = { readonly before: Filling | null };

type Calls = {
  add(left: number, right: number): number;
  addLater(left: number, right: number): Promise<number>;
  fail(): never;
  failLater(): Promise<never>;
  /** Sets the flag in shared memory once its answer is on the way. */
  answer(flag: Int32Array): void;
  /** Never answers. */
  stall(flag: Int32Array): void;
  /** Answers once the thread is to end. */
  waitForEnding(): string;
  die(): void;
  fillMemory(): void;
  tellTwice(word: string): void;
};

export type AnsweringThread = ThreadType<{ readonly greeting: string }, Calls, string>;

const readMissing = () => {
  throw Object.assign(new Error('no such table: nothing'), { code: 'SQLITE_ERROR' });
};

await serveThread<AnsweringThread>(({ data, tell, isEnding }) => ({
  calls: {
    add: (left, right) => left + right,
    addLater: async (left, right) => left + right,
    fail: readMissing,
    failLater: async () => readMissing(),
    answer(flag) {
      setImmediate(() => {
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      });
    },
    stall: (flag) => void Atomics.wait(flag, 0, 0),
    waitForEnding() {
      while (!isEnding()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      return 'broken off';
    },
    die() {
      throw new Error('a call that was told failed');
    },
    fillMemory() {
      let filling: Filling | null = null;
      for (;;) filling = { before: filling };
    },
    tellTwice(word) {
      tell(`${data.greeting}, ${word}`);
      tell(word);
    },
  },
  end: () => tell('ended'),
}));
