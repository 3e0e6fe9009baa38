import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterUse } from './after-use.ts';

export type StoreSettings = {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
  readonly bucket: string;
  readonly pageSize: number;
  /** What its clock differs from ours, in milliseconds. */
  readonly clockAhead: number;
};

export type StoreFault =
  /** Cuts every connection. */
  | { readonly kind: 'away' }
  /** Takes requests and says nothing. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'refuses'; readonly status: number; readonly code: string }
  /** Cuts one transfer after so many bytes. */
  | { readonly kind: 'breaks'; readonly bytes: number }
  /** Knows neither If-Match nor Range. */
  | { readonly kind: 'ignores-conditions' };

type Put = {
  readonly kind: 'put';
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly etag?: string;
  readonly modified?: number;
};
export type StoreOrder =
  | Put
  | { readonly kind: 'settings'; readonly settings: StoreSettings }
  | { readonly kind: 'fault'; readonly fault: StoreFault | null }
  | { readonly kind: 'after-page'; readonly order: StoreOrder }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'asked' }
  | { readonly kind: 'pages' };

export type ToyStore = Awaited<ReturnType<typeof startToyStore>>;
type Files = Readonly<Record<string, string | Uint8Array>>;

const usual: StoreSettings = {
  ...{ keyId: 'test-key', secret: 'test-secret/+=', region: 'eu-test-1', bucket: 'models' },
  ...{ pageSize: 1000, clockAhead: 0 },
};

/** An S3 store in its own thread, so that a thread of the server may wait for it. */
export async function startToyStore(files: Files = {}, changed: Partial<StoreSettings> = {}) {
  let settings = { ...usual, ...changed };
  const worker = new Worker(new URL('./toy-store-thread.ts', import.meta.url));
  afterUse(() => worker.terminate());
  const [{ port }] = await once(worker, 'message');
  let last = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  worker.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const order = (what: StoreOrder): Promise<unknown> => {
    last += 1;
    const id = last;
    worker.postMessage({ id, order: what });
    return new Promise((resolve) => void waiting.set(id, resolve));
  };
  const toPut = (key: string, content: string | Uint8Array, more: Partial<Put> = {}): Put => ({
    ...{ kind: 'put', key, bytes: Buffer.from(content) },
    ...more,
  });
  const put = (key: string, content: string | Uint8Array, more?: Partial<Put>) =>
    order(toPut(key, content, more));
  const write = (more: Files) => Promise.all(Object.entries(more).map(([key, content]) => put(key, content)));
  await order({ kind: 'settings', settings });
  await write(files);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    settings,
    /** The settings of a server whose library it is. */
    environment: (prefix = ''): Record<string, string> => ({
      LODESTOCK_LIBRARY_URL: `s3://${settings.bucket}/${prefix}`,
      LODESTOCK_S3_ENDPOINT: endpoint,
      LODESTOCK_S3_REGION: settings.region,
      LODESTOCK_S3_KEY_ID: settings.keyId,
      LODESTOCK_S3_SECRET: settings.secret,
    }),
    put,
    write,
    toPut,
    remove: (key: string) => order({ kind: 'remove', key }),
    fail: (fault: StoreFault | null) => order({ kind: 'fault', fault }),
    afterPage: (then: StoreOrder) => order({ kind: 'after-page', order: then }),
    async change(more: Partial<StoreSettings>) {
      settings = { ...settings, ...more };
      await order({ kind: 'settings', settings });
    },
    /** Method, key and range of each request since this was last asked. */
    async asked(): Promise<readonly string[]> {
      const found = await order({ kind: 'asked' });
      return Array.isArray(found) ? found : [];
    },
    close: () => worker.terminate(),
  };
}
