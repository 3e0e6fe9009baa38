import type { StoreApi } from 'zustand/vanilla';
import type { PublishWish } from '../../../server/contract/publish.ts';
import type { OutgoingFile } from '../../../server/shared/outgoing-files.ts';
import type { Chosen } from './dropped-files.ts';

export type { OutgoingFile };

type NewWish = Pick<PublishWish, 'files' | 'scene' | 'product' | 'guid' | 'isOneModel'>;

export type OutboxState = {
  /** Without those that the server has taken to publish them. */
  readonly files: readonly OutgoingFile[];
  /** A person's wishes, and their results. */
  readonly wishes: readonly PublishWish[];
  /** Finds what was on its way before. Throws AppError. */
  readonly load: () => Promise<void>;
  /** Takes files and begins to send them; one of the same path takes the place of the other. */
  readonly add: (chosen: readonly Chosen[]) => void;
  /** Takes files out, here and on the server. Throws AppError. */
  readonly remove: (relativePaths: readonly string[]) => Promise<void>;
  /** Publishes as soon as the files are there. Throws AppError. */
  readonly publish: (wish: NewWish) => Promise<void>;
  /** Takes a wish back, or forgets what became of it; nothing while the server publishes. Throws AppError. */
  readonly close: (publishId: string) => Promise<void>;
  /** Ends what runs and forgets everything here; the server keeps what it has. */
  readonly forget: () => void;
  /** Its bytes, where they can be looked at. */
  readonly blobOf: (relativePath: string) => Blob | null;
};

/** Files on their way; the creator decides how they travel. */
export type Outbox = StoreApi<OutboxState>;

/** Bytes of all files together. */
export function measureSending(files: readonly OutgoingFile[]) {
  const sum = (of: (file: OutgoingFile) => number) => files.reduce((all, file) => all + of(file), 0);
  return {
    sentBytes: sum(({ sentBytes }) => sentBytes),
    sizeBytes: sum(({ sizeBytes }) => sizeBytes),
    done: files.filter(({ state }) => state === 'done').length,
  };
}
