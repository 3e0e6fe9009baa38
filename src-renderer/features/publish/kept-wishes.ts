import type { PublishWish } from '../../../server/contract/publish.ts';
import type { OutgoingFile } from './outbox.ts';

/** A file that was not on the server as a whole. */
type Unsent = Pick<OutgoingFile, 'relativePath' | 'sizeBytes'>;

type Kept = {
  /** Id of the account that wants it. */
  readonly account: string;
  readonly wishes: readonly PublishWish[];
  readonly unsent: readonly Unsent[];
};

export type KeptWishes = {
  /** This account's wishes in this tab before a reload; null if unknown. */
  read(account: string): Kept | null;
  write(kept: Kept): void;
};

/** The version of the format is part of it. */
const key = 'lodestock.publish-wishes.1';

export const toUnsent = (files: readonly OutgoingFile[]): readonly Unsent[] =>
  files.flatMap(({ relativePath, sizeBytes, state }) =>
    state === 'done' ? [] : [{ relativePath, sizeBytes }],
  );

/** Whether two lists have the same unsent files; asked at each step of an upload, so that nothing is made for it. */
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

/** Keeps a person's wishes over a reload. `storage` belongs to one tab: two tabs would ask for the same. */
export function createKeptWishes(storage: () => Pick<Storage, 'getItem' | 'setItem'>): KeptWishes {
  return {
    read(account) {
      try {
        const kept: Kept | null = JSON.parse(storage().getItem(key) ?? 'null');
        return kept?.account === account ? kept : null;
      } catch {
        return null; // storage may be forbidden, and what is in it broken
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
