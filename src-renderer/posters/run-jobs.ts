import { AppError, type ErrorCode } from '../../server/contract/errors.ts';
import type { PosterJob } from '../../server/contract/posters.ts';
import { isLikeTexture } from './compare-pictures.ts';
import { drawModel } from './draw-model.ts';
import type { PosterServer } from './server-calls.ts';
import type { Studio } from './studio.ts';

type Parts = {
  readonly server: PosterServer;
  readonly studio: Studio;
  readonly say: (text: string) => void;
  readonly showPicture: (source: string, title: string) => void;
};

// Reloading the page now and then frees what drivers and loaders hold.
const jobsPerPage = 100;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const message = `Drawing it took longer than ${milliseconds / 1000} seconds.`;
  const timer = setTimeout(() => reject(new Error(message)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function finish(job: PosterJob, { server, studio, showPicture }: Parts): Promise<void> {
  if (job.ownPosters.length > 0) return server.keepOwn(job.token, await isLikeTexture(job, server.fetchFile));
  const pictures = await drawModel(job, studio);
  await server.deliver(job.token, pictures);
  showPicture(`data:image/webp;base64,${pictures.small}`, job.title);
}

async function runJob(job: PosterJob, parts: Parts): Promise<'done' | 'reload'> {
  try {
    await within(job.timeoutMs, finish(job, parts));
    return 'done';
  } catch (error) {
    await parts.server.fail(job.token, describe(error)).catch(() => undefined);
    // A job that timed out may still be running, and a lost context never returns.
    return 'reload';
  }
}

/** Errors that pass by themselves, or once the server's disk has space. */
const passing: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'INSUFFICIENT_STORAGE']);

/** Renders waiting jobs until the page is closed. */
export async function runJobs(parts: Parts): Promise<void> {
  const { server, say } = parts;
  for (let jobs = 0; jobs < jobsPerPage; ) {
    try {
      const { job, waiting, retryMs } = await server.claim();
      say(
        job
          ? `Drawing ${job.title}. ${waiting} waiting.`
          : waiting > 0
            ? `${waiting} waiting for later or drawn elsewhere.`
            : 'All posters are drawn.',
      );
      if (job === null) {
        await wait(retryMs);
        continue;
      }
      jobs += 1;
      if ((await runJob(job, parts)) === 'reload') break;
    } catch (error) {
      say(describe(error));
      if (error instanceof AppError && !passing.has(error.code)) return;
      await wait(5000);
    }
  }
  location.reload();
  // If the page cannot reload itself, it continues as it is.
  await wait(10_000);
  await runJobs(parts);
}
