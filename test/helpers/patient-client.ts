import { createTus, product } from './publishing.ts';

const partBytes = 64 * 1024;

export type Json = Record<string, unknown>;
type Listed = {
  readonly publishId: string;
  readonly state: string;
  readonly guid: string;
  readonly title: string;
};

/** Everything that a client does: it continues from what the server says, as after any broken connection. */
export function createClient(baseUrl: string, token: string) {
  const tus = createTus(baseUrl, token);
  const ask = async (method: string, address: string, body?: Json) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const wish = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${baseUrl}${address}`, wish);
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
  const list = async (): Promise<readonly Listed[]> => (await ask('GET', '/api/publish')).publishes;
  return {
    ask,
    list,
    /** Continues with a model: what is there is neither sent nor published again. */
    async push(title: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
      if ((await list()).some((known) => known.title === title && known.state !== 'failed')) return;
      const { uploads } = await ask('GET', '/api/publish/uploads');
      const ids: string[] = [];
      for (const [relativePath, content] of Object.entries(files)) {
        const known = uploads.find((one: Json) => one.relativePath === relativePath);
        const id = known?.uploadId ?? tus.idOf(await tus.create(relativePath, content));
        const bytes = Buffer.from(content);
        for (let at = known?.offset ?? 0; at < bytes.length; at += partBytes)
          await tus.patch(id, at, bytes.subarray(at, at + partBytes));
        ids.push(id);
      }
      await ask('POST', '/api/publish', { uploads: ids, product: { ...product, title } });
    },
  };
}
