import type { StoreApi } from 'zustand/vanilla';
import type { PublishWish } from '../../../server/contract/publish.ts';
import type { OutgoingFile } from '../../../server/shared/outgoing-files.ts';
import type { Chosen } from './dropped-files.ts';

export type { OutgoingFile };

type NewWish = Pick<PublishWish, 'files' | 'scene' | 'product' | 'guid' | 'isOneModel'>;

export type OutboxState = {
  /** Without those that the server has taken for publishing. */
  readonly files: readonly OutgoingFile[];
  /** The user's wishes to publish, and their results. */
  readonly wishes: readonly PublishWish[];
  /** Finds uploads from an earlier session. Throws AppError. */
  readonly load: () => Promise<void>;
  /** Adds files and starts to upload them; a file replaces another with the same path. */
  readonly add: (chosen: readonly Chosen[]) => void;
  /** Removes files, here and on the server. Throws AppError. */
  readonly remove: (relativePaths: readonly string[]) => Promise<void>;
  /** Publishes as soon as the files are uploaded. Throws AppError. */
  readonly publish: (wish: NewWish) => Promise<void>;
  /** Withdraws a wish, or dismisses its result; does nothing while the server is publishing. Throws AppError. */
  readonly close: (publishId: string) => Promise<void>;
  /** Stops all uploads and forgets everything here; the server keeps what it has. */
  readonly forget: () => void;
  /** Returns its bytes, if they can be previewed. */
  readonly blobOf: (relativePath: string) => Blob | null;
};

/** Files being uploaded; the creator decides how. */
export type Outbox = StoreApi<OutboxState>;

export function measureSending(files: readonly OutgoingFile[]) {
  const sum = (of: (file: OutgoingFile) => number) => files.reduce((all, file) => all + of(file), 0);
  return {
    sentBytes: sum(({ sentBytes }) => sentBytes),
    sizeBytes: sum(({ sizeBytes }) => sizeBytes),
    done: files.filter(({ state }) => state === 'done').length,
  };
}
