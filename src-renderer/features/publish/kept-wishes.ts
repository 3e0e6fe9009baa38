import type { PublishWish } from '../../../server/contract/publish.ts';
import type { OutgoingFile } from './outbox.ts';

/** A file that was not completely uploaded. */
type Unsent = Pick<OutgoingFile, 'relativePath' | 'sizeBytes'>;

type Kept = {
  readonly account: string;
  readonly wishes: readonly PublishWish[];
  readonly unsent: readonly Unsent[];
};

export type KeptWishes = {
  /** Returns this account's wishes in this tab before a reload; null if unknown. */
  read(account: string): Kept | null;
  write(kept: Kept): void;
};

/** Contains the version of the format. */
const key = 'lodestock.publish-wishes.1';

export const toUnsent = (files: readonly OutgoingFile[]): readonly Unsent[] =>
  files.flatMap(({ relativePath, sizeBytes, state }) =>
    state === 'done' ? [] : [{ relativePath, sizeBytes }],
  );

/** Returns true if two lists have the same unsent files. Called at each step of an upload, so it allocates nothing. */
export const areSameUnsent = (now: readonly OutgoingFile[], before: readonly OutgoingFile[]): boolean =>
  now.length === before.length &&
  now.every((file, index) => {
    const last = before[index];
    return (
      file.relativePath === last?.relativePath &&
      file.sizeBytes === last.sizeBytes &&
      (file.state === 'done') === (last.state === 'done')
    );
  });

/** Keeps the user's wishes across a reload. `storage` belongs to one tab, as two tabs would publish the same. */
export function createKeptWishes(storage: () => Pick<Storage, 'getItem' | 'setItem'>): KeptWishes {
  return {
    read(account) {
      try {
        const kept: Kept | null = JSON.parse(storage().getItem(key) ?? 'null');
        return kept?.account === account ? kept : null;
      } catch {
        return null; // storage may be blocked, or its contents broken
      }
    },
    write(kept) {
      try {
        storage().setItem(key, JSON.stringify(kept));
      } catch {
        // then it lasts as long as the page
      }
    },
  };
}
