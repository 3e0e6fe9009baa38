import { randomBytes } from 'node:crypto';
import { simpleModel } from '../../helpers/library-folder.ts';
import { startSwiftStore } from '../../helpers/swift-store.ts';
import { askDirect } from '../ask.ts';
import { proveSameBytes, startBehindNginx } from './bucket.ts';

const partBytes = 8 * 1024 * 1024;

/** 170 free models of six files each in OpenStack Swift, through nginx, and an object that was uploaded in parts. */
export async function proveSwift() {
  const store = await startSwiftStore();
  const files: Record<string, string | Uint8Array> = {};
  for (let index = 0; index < 170; index += 1)
    Object.assign(files, simpleModel(`s-${index}`, { guid: `s-${index}`, priceUsd: 0 }));
  for (const [key, content] of Object.entries(files)) await store.put(key, content);
  const parts = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(1234)];
  const whole = Buffer.concat(parts);
  await store.putInParts('s-0/1k/large.psd', parts);
  const place = await startBehindNginx(store, {
    LODESTOCK_TEST_TUNING: JSON.stringify({ directLimit: { max: 1e9, window: 1 } }),
  });
  try {
    const same = await proveSameBytes(
      place,
      { tokens: [place.token] },
      { ...files, 's-0/1k/large.psd': whole },
    );
    const large = await askDirect(place.url, place.token, 's-0', '1k/large.psd');
    const [from, to] = [partBytes - 1000, partBytes + 999];
    const range = { range: `bytes=${from}-${to}`, 'if-range': `"${String(large.body.sha256)}"` };
    const part = await fetch(String(large.body.downloadUrl), { headers: range });
    const isRight = Buffer.from(await part.arrayBuffer()).equals(whole.subarray(from, to + 1));
    await store.put('s-1/1k/thing.obj', 'v 0 0 0\n# not what was read\n');
    const swapped = await askDirect(place.url, place.token, 's-1', '1k/thing.obj');
    return {
      ...same,
      wrong: [
        ...same.wrong,
        ...(part.status === 206 && isRight ? [] : ['a range across two parts']),
        ...(swapped.body.code === 'FILE_HOST_UNAVAILABLE' ? [] : ['an object that was replaced']),
      ],
    };
  } finally {
    await place.stop();
  }
}
