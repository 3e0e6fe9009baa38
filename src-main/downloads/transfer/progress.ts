import type { DownloadJob } from '../../platform/ipc/contract.ts';
import type { StagedFile } from '../staging/part-file.ts';

type SpeedMeter = {
  readonly record: (receivedBytes: number) => void;
  /** Bytes per second over the window; null until there is something to measure. */
  readonly read: () => number | null;
};

const step = 100;

/** Speed over a sliding window, in milliseconds. */
export function createSpeedMeter(window = 5000, now: () => number = () => performance.now()): SpeedMeter {
  let samples: { readonly at: number; readonly bytes: number }[] = [];

  return {
    record(bytes) {
      const at = now();
      const last = samples.at(-1);
      if (last && bytes < last.bytes) samples = []; // a file started over
      if (last && at - last.at < step && samples.length > 1) samples.pop();
      samples.push({ at, bytes });
      while (samples.length > 2 && at - (samples[1]?.at ?? at) >= window) samples.shift();
    },
    read() {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.at <= first.at) return null;
      return Math.round(((last.bytes - first.bytes) * 1000) / (last.at - first.at));
    },
  };
}

type ProgressOptions = {
  readonly presentBytes: number;
  /** May grow while files are added. */
  readonly parts: readonly StagedFile[];
  readonly report: (progress: Pick<DownloadJob, 'receivedBytes' | 'bytesPerSecond'>) => void;
  readonly onFetched?: (bytes: number) => void;
};

/** Reports the received bytes of a job and its speed; call it after each change. */
export function createProgress({ presentBytes, parts, report, onFetched }: ProgressOptions): () => void {
  const speed = createSpeedMeter();
  return () => {
    const fetched = parts.reduce((sum, part) => sum + part.receivedBytes(), 0);
    const written = parts.reduce((sum, part) => sum + Math.max(0, part.receivedBytes() - part.keptBytes), 0);
    speed.record(written);
    onFetched?.(written);
    report({ receivedBytes: presentBytes + fetched, bytesPerSecond: speed.read() });
  };
}
