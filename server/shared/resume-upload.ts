import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

/** How to upload one file, and who is notified. */
export type ResumableUpload = {
  /** As the person knows it. */
  readonly relativePath: string;
  /** The upload to resume; null: a new one. */
  readonly uploadId: string | null;
  readonly signal: AbortSignal;
  /** Returns the ID of a new upload. Throws AppError. */
  readonly create: () => Promise<string>;
  /** Sends the missing bytes. Throws AppError: OFFSET_CHANGED, CHECKSUM_MISMATCH or others. */
  readonly sendRest: (uploadId: string, onSent: (bytes: number) => void) => Promise<void>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onUpload: (uploadId: string) => void;
  readonly onSent: (bytes: number) => void;
  /** The connection broke or the server is busy; the upload resumes shortly. */
  readonly onPause: (error: AppError) => void;
};

const firstPause = 1000;
const longestPause = 15_000;
/** A single mismatch can be the connection's fault; a file that changes while being sent never matches. */
const mostMismatches = 2;

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';
/** Failures that the next attempt may not have. */
const isPassing = ({ code }: AppError) =>
  ['UNAVAILABLE', 'OFFSET_CHANGED', 'CHECKSUM_MISMATCH', 'RATE_LIMITED'].includes(code);

/** The error for a file that changed after its upload started. */
export const fileChanged = (relativePath: string, cause?: unknown): AppError =>
  new AppError(
    'CHECKSUM_MISMATCH',
    sentence`${{ file: relativePath }} changed while it was uploaded. Close the program that writes it, then add it again.`,
    { cause },
  );

/**
 * Uploads a file, resuming automatically when the connection breaks or the server restarts. Returns the upload's ID
 * once it is complete. Throws AppError, CHECKSUM_MISMATCH for a file that keeps changing, or the signal's reason.
 */
export async function resumeUpload(upload: ResumableUpload): Promise<string> {
  const { relativePath, signal, create, sendRest, wait } = upload;
  let { uploadId } = upload;
  let pause = firstPause;
  let mismatches = 0;
  const onSent = (bytes: number) => {
    pause = firstPause;
    upload.onSent(bytes);
  };
  for (;;) {
    try {
      uploadId ??= await create();
      upload.onUpload(uploadId);
      await sendRest(uploadId, onSent);
      return uploadId;
    } catch (error) {
      signal.throwIfAborted();
      const isGone = isNotFound(error) && uploadId !== null;
      if (!(error instanceof AppError) || !(isGone || isPassing(error))) throw error;
      if (error.code === 'CHECKSUM_MISMATCH') mismatches += 1;
      if (mismatches > mostMismatches) throw fileChanged(relativePath, error);
      if (isGone) uploadId = null;
      upload.onPause(error);
      await wait(pause, signal);
      signal.throwIfAborted();
      pause = Math.min(longestPause, pause * 2);
    }
  }
}
