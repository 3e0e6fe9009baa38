import { AppError, fromErrorBody, internalMessage } from '../../../server/contract/errors.ts';
import { fileChanged, type ResumableUpload, resumeUpload } from '../../../server/shared/resume-upload.ts';
import { t } from '../../text/text.ts';

type Fetch = (address: string, init: RequestInit) => Promise<Response>;
type Parts = {
  readonly fetch: Fetch;
  /** The session's CSRF token, sent with every change. */
  readonly csrfToken: string;
  readonly wait: (milliseconds: number) => Promise<void>;
};
export type Sending = Omit<ResumableUpload, 'create' | 'sendRest' | 'wait'> & {
  readonly file: Blob;
  readonly sha256: string;
};

export type FileSender = ReturnType<typeof createFileSender>;

const address = '/api/publish/uploads';
const smallestPiece = 256 * 1024;
const largestPiece = 16 * 1024 * 1024;
/** Target duration of one piece, the most that a dropped connection costs. */
const pieceMs = 2000;

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

/** Uploads files by tus, and resumes automatically after a dropped connection or a restart of the server. */
export function createFileSender({ fetch, csrfToken, wait }: Parts) {
  const ask = async (where: string, { headers, ...init }: RequestInit): Promise<Response> => {
    const response = await fetch(where, {
      ...init,
      credentials: 'same-origin',
      headers: { 'tus-resumable': '1.0.0', 'x-csrf-token': csrfToken, ...headers },
    }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause;
      throw new AppError('UNAVAILABLE', t('failures.noAnswer'), { cause });
    });
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => null);
    const bare = response.status === 404 ? 'NOT_FOUND' : 'INTERNAL';
    throw fromErrorBody(body) ?? new AppError(bare, internalMessage);
  };
  const offsetOf = (response: Response) => Number(response.headers.get('upload-offset'));

  async function create({ relativePath, file, sha256, signal }: Sending): Promise<string> {
    const metadata = `relativePath ${toBase64(relativePath)},sha256 ${toBase64(sha256)}`;
    const made = await ask(address, {
      method: 'POST',
      headers: { 'upload-length': String(file.size), 'upload-metadata': metadata },
      signal,
    });
    return made.headers.get('location')?.split('/').at(-1) ?? '';
  }

  /** Distinguishes a file that changed on the disk, which a page can never read again, from a dropped connection. */
  async function requireReadable({ relativePath, file }: Sending): Promise<void> {
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw fileChanged(relativePath, cause);
      });
  }

  async function sendRest(sending: Sending, uploadId: string, onSent: (bytes: number) => void) {
    const { file, signal } = sending;
    const where = `${address}/${uploadId}`;
    await requireReadable(sending);
    let at = offsetOf(await ask(where, { method: 'HEAD', signal }));
    let piece = 1024 * 1024;
    for (onSent(at); at < file.size; onSent(at)) {
      const started = performance.now();
      const sent = await ask(where, {
        method: 'PATCH',
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
        body: file.slice(at, at + piece),
        signal,
      });
      at = offsetOf(sent);
      const isSlow = performance.now() - started > pieceMs;
      piece = isSlow ? Math.max(smallestPiece, piece / 2) : Math.min(largestPiece, piece * 2);
    }
  }

  const send = (sending: Sending): Promise<string> =>
    resumeUpload({
      ...{ ...sending, wait },
      create: () => create(sending),
      sendRest: (uploadId, onSent) => sendRest(sending, uploadId, onSent),
    });

  return {
    /** Resolves with the upload's ID once the whole file is stored. Throws AppError, or the signal's reason. */
    send,
    /** Deletes an upload, unless it is already gone. Throws AppError. */
    async remove(uploadId: string): Promise<void> {
      await ask(`${address}/${uploadId}`, { method: 'DELETE' }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    },
  };
}
