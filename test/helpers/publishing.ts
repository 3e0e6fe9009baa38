import { createHash } from 'node:crypto';
import type { TuningInput } from '../../server/config/tuning.ts';
import { makeLibraryFolder } from './library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from './test-server.ts';

export const sha256Of = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

export const product = {
  title: 'Oak chair',
  category: 'Furniture',
  license: 'CC0',
  priceUsd: 2,
  tags: ['oak'],
};

export type Tus = ReturnType<typeof createTus>;

/** A client of the upload protocol that does exactly what a test says. */
export function createTus(baseUrl: string, token: string) {
  const address = `${baseUrl}/api/publish/uploads`;
  const fields = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const idOf = (response: Response) => (response.headers.get('location') ?? '').split('/').at(-1) ?? '';
  const create = (relativePath: string, bytes: Buffer | string, more: Record<string, string> = {}) => {
    const metadata = `relativePath ${base64(relativePath)},sha256 ${base64(sha256Of(bytes))}`;
    const length = String(Buffer.byteLength(bytes));
    return fetch(address, {
      method: 'POST',
      headers: { ...fields, 'upload-length': length, 'upload-metadata': metadata, ...more },
    });
  };
  const patch = (id: string, offset: number, bytes: Buffer | string, more: Record<string, string> = {}) =>
    fetch(`${address}/${id}`, {
      method: 'PATCH',
      headers: {
        ...fields,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...more,
      },
      body: Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : bytes,
    });
  const head = (id: string) => fetch(`${address}/${id}`, { method: 'HEAD', headers: fields });
  return {
    address,
    fields,
    create,
    patch,
    head,
    idOf,
    offset: async (id: string) => Number((await head(id)).headers.get('upload-offset')),
    remove: (id: string) => fetch(`${address}/${id}`, { method: 'DELETE', headers: fields }),
    /** Sends a whole file; answers the id of its upload. */
    async send(relativePath: string, bytes: Buffer | string): Promise<string> {
      const made = await create(relativePath, bytes);
      if (made.status !== 201) throw new Error(`${relativePath}: ${made.status} ${await made.text()}`);
      const id = idOf(made);
      const sent = await patch(id, 0, bytes);
      if (sent.status !== 204) throw new Error(`${relativePath}: ${sent.status} ${await sent.text()}`);
      return id;
    },
  };
}

type Files = Readonly<Record<string, Buffer | string>>;
type PublishWish = Partial<typeof product> & { readonly guid?: string; readonly isOneModel?: boolean };

/** A person who publishes through a token of theirs. */
export function createPublisher(server: TestServer, token: string) {
  const tus = createTus(server.baseUrl, token);
  const sendAll = async (wanted: Files) => {
    const ids: string[] = [];
    for (const [relativePath, bytes] of Object.entries(wanted)) ids.push(await tus.send(relativePath, bytes));
    return ids;
  };
  const state = async (publishId: string, of = token) =>
    (await server.call('publishState', { publishId }, { token: of })).body;
  /** Publishes and waits until that is over. */
  const publish = async (wanted: Files, { guid, isOneModel, ...about }: PublishWish = {}) => {
    const body = { uploads: await sendAll(wanted), product: { ...product, ...about }, guid, isOneModel };
    const { publishId } = (await server.call('publish', body, { token })).body;
    for (;;) {
      const now = await state(publishId);
      if (now.state !== 'working') return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { tus, sendAll, state, publish };
}

/** A server on a library of these files, with an admin, a publisher and a member. */
export async function openPublishing(
  files: Parameters<typeof makeLibraryFolder>[0] = {},
  environment: Readonly<Record<string, string>> = {},
  tuning: TuningInput = {},
) {
  const library = makeLibraryFolder(files);
  const server = await startTestServer({ libraryDir: library.folder, environment, tuning });
  const admin = await registerPerson(server);
  const publisher = await registerPerson(server);
  const member = await registerPerson(server);
  const accountId = publisher.user.id;
  await server.call('adminSetRole', { accountId, role: 'publisher' }, { token: admin.token });
  /** Downloads every file of a model as an agent does; answers their SHA-256. */
  const download = async (guid: string, token: string) => {
    const { topologies } = (await server.call('agentFormats', { guid }, { token })).body;
    const got: Record<string, string> = {};
    for (const { format, lod, relativePath } of topologies.flatMap((topology) => topology.files)) {
      const wish = { guid, format, lod, relativePath };
      const { downloadUrl } = (await server.call('agentDirect', wish, { token })).body;
      got[relativePath] = sha256Of(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()));
    }
    return got;
  };
  return {
    ...{ library, server, admin, publisher, member, download },
    ...createPublisher(server, publisher.token),
  };
}
