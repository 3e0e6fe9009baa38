import type { Traffic } from '../base/traffic.ts';
import type { Deliver } from './deliver.ts';

/** Counts each delivery as a download, and as an unlock where it was one. */
export const countDeliveries =
  (deliver: Deliver, { countDownload, countUnlock }: Traffic): Deliver =>
  async (request) => {
    const delivery = await deliver(request);
    countDownload();
    if (delivery.isUnlocking) countUnlock();
    return delivery;
  };
