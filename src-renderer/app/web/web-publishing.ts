import type { WebApi } from '../../api/api.ts';
import { createKeptWishes } from '../../features/publish/kept-wishes.ts';
import { createPublishStore } from '../../features/publish/publish-store.ts';
import { createWebOutbox } from '../../features/publish/web-outbox.ts';
import { createPart } from '../../lib/part.ts';
import { sitePath } from '../../lib/site-path.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const sendRaw = (address: string, init: RequestInit) => window.fetch(`${sitePath}${address}`, init);

const hashing = createPart(() => import('../../features/publish/hash-file.ts'));
const sending = createPart(() => import('../../features/publish/send-file.ts'));

/** Uploads and publishes files in the background while the user visits other pages. */
export function createWebPublishing(api: WebApi) {
  const outbox = createWebOutbox({
    ...{ api, wait, kept: createKeptWishes(() => window.sessionStorage) },
    async hash(file, signal) {
      const { hashFile } = await hashing.load();
      return hashFile(file, signal);
    },
    async createSender(csrfToken) {
      const { createFileSender } = await sending.load();
      return createFileSender({ fetch: sendRaw, csrfToken, wait });
    },
  });
  return { outbox, publish: createPublishStore({ api, outbox }) };
}
