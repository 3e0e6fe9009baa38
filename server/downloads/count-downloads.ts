import type { Traffic } from '../base/traffic.ts';
import type { ResolveDownload } from './resolve-download.ts';

export const countDownloads =
  (resolveDownload: ResolveDownload, { countDownload, countUnlock }: Traffic): ResolveDownload =>
  async (request) => {
    const resolved = await resolveDownload(request);
    countDownload();
    if (resolved.isUnlocking) countUnlock();
    return resolved;
  };
