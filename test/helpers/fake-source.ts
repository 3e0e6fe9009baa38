import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Given = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
/** What a test makes of an answer, by its path; null leaves the usual one. */
type Spoil = (
  path: string,
  usual: Given,
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
) => Given | 'taken' | null | Promise<Given | 'taken' | null>;
type Answer = (path: string, url: URL, request: IncomingMessage) => Given | Promise<Given>;

const hashOf = (kind: 'md5' | 'sha256', text: string) => createHash(kind).update(text).digest('hex');

/** A host that answers in one shape until a test spoils it; it notes every question. */
async function startFake(answer: Answer) {
  const asked: { readonly path: string; readonly agent: string; readonly key: string | undefined }[] = [];
  let spoil: Spoil = () => null;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { 'user-agent': agent = '', authorization, 'x-key': own } = request.headers;
    asked.push({ path: url.pathname + url.search, agent, key: authorization ?? [own].flat()[0] });
    const usual = await answer(url.pathname, url, request);
    const given = (await spoil(url.pathname, usual, { request, response })) ?? usual;
    if (given === 'taken') return;
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
    response.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  return {
    address,
    asked,
    spoil: (how: Spoil) => {
      spoil = how;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
export type FakeSource = Awaited<ReturnType<typeof startFake>>;

/** Bytes of the files of all shapes; sources name them by hash or size. */
export const contents = { scene: 'a scene of a chair', texture: 'a picture of wood' };

const file = (base: string, name: string, text: string) => ({
  url: `${base}/files/${name}`,
  size: text.length,
  md5: hashOf('md5', text),
});

/** Poly Haven's API, as its OpenAPI document describes it. */
export async function startPolyHaven() {
  const chair = {
    ...{ name: 'Oak Chair', type: 2, description: 'A chair', category: 'Furniture/Seating' },
    ...{ tags: ['wood', 'seat'], categories: ['furniture'], authors: { 'Rico Cilliers': 'All' } },
    ...{ download_count: 10, attributes: {}, files_hash: 'abc' },
  };
  const base = { address: '' };
  const fake = await startFake((path) => {
    if (path === '/assets') return { body: { oak_chair: chair, lamp: { ...chair, name: 'Lamp', tags: [] } } };
    if (path === '/info/oak_chair') return { body: chair };
    if (path.startsWith('/files/oak_chair') && !path.includes('.')) {
      const include = { 'textures/wood.jpg': file(base.address, 'wood.jpg', contents.texture) };
      const gltf = { ...file(base.address, 'oak_chair_1k.gltf', contents.scene), include };
      return { body: { gltf: { '1k': { gltf } }, Diffuse: {} } };
    }
    if (path === '/files/oak_chair_1k.gltf') return { body: contents.scene };
    if (path === '/files/wood.jpg') return { body: contents.texture };
    return { status: 404, body: {} };
  });
  base.address = fake.address;
  return fake;
}

/** A provider of AssetFetch 0.4, as its specification describes it. */
export async function startAssetFetch() {
  const base = { address: '' };
  const meta = (kind: string) => ({ version: '0.4', kind });
  const query = (path: string, parameters: readonly object[]) => ({
    ...{ uri: `${base.address}${path}`, method: 'get', parameters },
  });
  const component = (id: string, text: string, more: object) => ({
    id,
    data: {
      store: { bytes: text.length, local_file_path: id },
      'fetch.download': { download_query: { uri: `${base.address}/get/${id}`, method: 'get' } },
      format: { extension: id.slice(id.lastIndexOf('.')) },
      ...more,
    },
  });
  const fake = await startFake((path, url) => {
    if (path === '/start')
      return {
        body: {
          ...{ meta: meta('initialization'), id: 'models.example' },
          data: {
            asset_list_query: query('/assets', [{ type: 'text', id: 'q', title: 'Words' }]),
            provider_configuration: {
              headers: [{ name: 'X-Key', is_required: true, is_sensitive: true, prefix: 'k-' }],
              connection_status_query: { uri: `${base.address}/status`, method: 'get' },
            },
          },
        },
      };
    if (path === '/assets') {
      const asset = {
        id: 'chair.oak',
        data: {
          text: { title: 'Oak Chair' },
          license: { license_spdx: 'CC-BY-4.0' },
          authors: [{ name: 'Ada' }],
          implementation_list_query: query('/implementations', [
            { type: 'fixed', id: 'asset', default: 'chair.oak' },
          ]),
        },
      };
      return { body: { meta: meta('asset_list'), data: {}, assets: [asset] } };
    }
    if (path === '/implementations' && url.searchParams.get('asset') === 'chair.oak') {
      const scene = component('chair.obj', contents.scene, { 'handle.native': {} });
      const components = [scene, component('wood.png', contents.texture, {})];
      const implementations = [{ id: 'obj_1k', data: {}, components }];
      return { body: { meta: meta('implementation_list'), data: {}, implementations } };
    }
    if (path === '/get/chair.obj') return { body: contents.scene };
    if (path === '/get/wood.png') return { body: contents.texture };
    return { status: 404, body: {} };
  });
  base.address = fake.address;
  return fake;
}

/** A server of ours, behind a host that a test can spoil. */
export const startBefore = (server: string) =>
  startFake(async (path, url, request) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization, 'content-type': type } = request.headers;
    const answer = await fetch(`${server}${path}${url.search}`, {
      redirect: 'manual',
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const location = answer.headers.get('location');
    const headers = location === null ? {} : { location };
    return { status: answer.status, headers, body: await answer.text() };
  });
