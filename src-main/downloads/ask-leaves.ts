import { LeavesAnswer } from '../../server/contract/downloads.ts';
import type { Http } from '../http.ts';
import type { PlannedFile } from './plan.ts';

/** The SHA-256 of every 8 MiB of a file; null where the server does not tell, or tells of another file. */
export async function askLeaves(
  http: Http,
  file: PlannedFile,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  if (file.leavesUrl === null) return null;
  try {
    const answer = LeavesAnswer.parse(await http.get(file.leavesUrl, { signal, retry: { limit: 0 } }).json());
    const count = Math.ceil(file.sizeBytes / answer.leafBytes);
    return answer.sha256 === file.sha256 && answer.leaves.length === count ? answer.leaves : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
