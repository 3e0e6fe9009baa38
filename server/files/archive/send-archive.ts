import { limits } from '../../contract/limits.ts';
import { planAnswer } from '../serving/answer-plan.ts';
import { type BufferPool, createBufferPool, type Loan } from '../serving/buffer-pool.ts';
import { toFileHead } from '../serving/file-head.ts';
import { type Call, takeOver } from '../serving/send-file.ts';
import { type PieceSource, sendPieces } from '../serving/send-pieces.ts';
import type { ArchivePlan } from './archive-plan.ts';
import type { ArchiveJob, ArchiveReaders } from './archive-threads.ts';

type SentArchive = {
  readonly plan: ArchivePlan;
  readonly name: string;
  readonly onFailure: () => void;
};

const buffersAtOnce = 4;
const buffers = {
  largeBytes: 1024 * 1024,
  smallBytes: 128 * 1024,
  mostLarge: 64,
  allocate: (bytes: number) => Buffer.from(new SharedArrayBuffer(bytes)),
};

const memoryOf = ({ buffer }: Loan): SharedArrayBuffer => {
  if (buffer.buffer instanceof SharedArrayBuffer) return buffer.buffer;
  throw new Error('archives are read into shared memory only');
};

const toSource = (job: ArchiveJob): PieceSource => ({
  async read(loan, length, position, end) {
    await job.read(memoryOf(loan), length, position, end);
    return length;
  },
  isUnchanged: async () => true, // the thread checks this with each read
});

/** Streams archives from reader threads. Nothing is written to disk, and memory use does not depend on the size. */
export function createArchiveSender(
  readers: ArchiveReaders,
  pool: BufferPool = createBufferPool(buffers),
  onSent: (bytes: number) => void = () => {},
) {
  return {
    lentBytes: pool.lentBytes,
    /** Responds with an archive or parts of it; calls `onFailure` if a file no longer matches the plan. */
    async send(call: Call, { plan, name, onFailure }: SentArchive) {
      const contentType = 'application/zip';
      const sent = { name, sizeBytes: plan.sizeBytes, sha256: plan.sha256, contentType };
      const { status, fields, pieces } = planAnswer(call.request.headers, sent);
      const head = toFileHead({ ...sent, cacheControl: 'private, no-cache', disposition: 'attachment' });
      // Otherwise a proxy would first copy the archive to its disk.
      const response = takeOver(call, status, { ...head, ...fields, 'x-accel-buffering': 'no' });
      if (call.request.method === 'HEAD' || pieces.length === 0) return void response.end();
      response.setTimeout(limits.stalledTransfer);
      const job = readers.start(plan);
      try {
        const source = toSource(job);
        const isSent = await sendPieces(response, { pieces, source, pool, buffersAtOnce, onSent });
        if (isSent) response.end();
      } catch (error) {
        response.destroy();
        onFailure();
        call.request.log.warn({ event: 'archive-broken', err: error });
      } finally {
        job.end();
      }
    },
  };
}
