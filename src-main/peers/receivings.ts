import { limits } from '../../server/contract/limits.ts';

export type AnnouncedFile = { readonly sha256: string; readonly sizeBytes: number };

/** Files of one download that others may have leaf by leaf while they arrive. */
export type Announcement = {
  /** The file is received into one of these places from now on, in order. */
  readonly begin: (file: AnnouncedFile, places: readonly string[], receivedBytes: () => number) => void;
  /** Some of them have more bytes than before. */
  readonly tell: () => void;
  /** `isDone`: all are whole; else there is nothing to have any more. */
  readonly end: (isDone: boolean) => void;
};

/** What becomes of a leaf that was not there. */
export type Coming = {
  readonly isHere: boolean /** Grows as long as anything is received. */;
  readonly steps: number;
};

type Entry = AnnouncedFile & {
  /** Origin of the server that it comes from. */
  readonly server: string;
  places: readonly string[];
  receivedBytes: () => number;
  /** Milliseconds of `now`; null while it is received. */
  until: number | null;
};

type ReceivingsOptions = {
  readonly now: () => number;
  /** Whether others may wait for what is not here yet: not where this app is told to be slow. */
  readonly mayBeWaitedFor: () => boolean;
  /** Milliseconds that a leaf is waited for at once. */
  readonly longestWait?: number;
  /** Milliseconds until the library is known to have what was received. */
  readonly grace: number;
};

const { leafBytes } = limits;

const hasLeaf = ({ sizeBytes, receivedBytes }: Entry, index: number) => {
  const received = receivedBytes();
  return received === sizeBytes || (index + 1) * leafBytes <= received;
};

/** The files that this app receives, as others may have them. */
export function createReceivings({ now, mayBeWaitedFor, longestWait = 2000, grace }: ReceivingsOptions) {
  const entries = new Set<Entry>();
  const waiting = new Set<() => void>();
  let steps = 0;

  function wakeAll(): void {
    steps += 1;
    for (const wake of [...waiting]) wake();
  }

  function list(server: string): Entry[] {
    for (const entry of entries) if (entry.until !== null && entry.until <= now()) entries.delete(entry);
    return [...entries].filter((entry) => entry.server === server);
  }
  const listOf = (server: string, sha256: string) => list(server).filter((entry) => entry.sha256 === sha256);

  return {
    announce(server: string, files: readonly AnnouncedFile[]): Announcement {
      const own = new Map(
        files.map(({ sha256, sizeBytes }): [string, Entry] => [
          sha256,
          { server, sha256, sizeBytes, places: [], receivedBytes: () => 0, until: null },
        ]),
      );
      for (const entry of own.values()) entries.add(entry);
      return {
        begin({ sha256 }, places, receivedBytes) {
          const entry = own.get(sha256);
          if (entry) Object.assign(entry, { places, receivedBytes });
        },
        tell: wakeAll,
        end(isDone) {
          for (const entry of own.values())
            if (isDone) entry.until = now() + grace;
            else entries.delete(entry);
          wakeAll();
        },
      };
    },
    /** SHA-256 of the files that come from a server, those that began first before others. */
    list: (server: string): string[] => list(server).map(({ sha256 }) => sha256),
    /** Where a leaf may be read: its bytes are there, and nobody has looked at them. */
    findLeaf: (server: string, sha256: string, index: number): readonly string[] =>
      listOf(server, sha256)
        .filter((entry) => hasLeaf(entry, index))
        .flatMap(({ places }) => places),
    /** Waits for a leaf of a file that is received; null where it is not, or may not be waited for. */
    async waitFor(
      server: string,
      sha256: string,
      index: number,
      signal: AbortSignal,
    ): Promise<Coming | null> {
      const isHere = () => listOf(server, sha256).some((entry) => hasLeaf(entry, index));
      const isComing = () => mayBeWaitedFor() && listOf(server, sha256).some(({ until }) => until === null);
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        if (isHere() || !isComing()) resolve();
      };
      const timer = setTimeout(resolve, longestWait);
      signal.addEventListener('abort', () => resolve(), { once: true });
      waiting.add(look);
      look();
      await promise;
      waiting.delete(look);
      clearTimeout(timer);
      return isHere() || isComing() ? { isHere: isHere(), steps } : null;
    },
  };
}
