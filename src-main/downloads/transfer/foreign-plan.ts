import { hash } from 'node:crypto';
import { AppError } from '../../../server/contract/errors.ts';
import type { DownloadRequest } from '../../platform/ipc/contract.ts';
import type { ServerClient } from '../../server-connection/server-client.ts';

type Identity = {
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly md5: string | null;
};

/** Returns a placeholder for a SHA-256 that the source does not publish; equal promises give equal ones. */
const toKey = (guid: string, { relativePath, sizeBytes, md5 }: Identity) =>
  hash('sha256', JSON.stringify([guid, relativePath, sizeBytes, md5]));

const toPromise = (guid: string, file: Identity) => ({
  sha256: file.sha256 ?? toKey(guid, file),
  ...(file.sha256 === null && { promised: { md5: file.md5 } }),
});

/** Returns a model of another catalogue in our format. */
export async function lookUpForeign(client: ServerClient, { guid }: DownloadRequest) {
  const { title, license, source, scenes } = await client.call('foreignModel', { guid });
  const attribution = `${source.credit} (${source.name}, ${source.address}; ${source.terms})`;
  const files = scenes.map((file) => ({ ...file, variant: null, sha256: toPromise(guid, file).sha256 }));
  return { title, license, attribution, version: 1, source, topologies: [{ files }] };
}

/** Requests addresses of a scene file at the source and the files it needs, under the licence that the user saw. */
export async function askForForeignFiles(client: ServerClient, request: DownloadRequest) {
  const { guid, relativePath, seen } = request;
  if (seen === undefined)
    throw new AppError(
      'INVALID_INPUT',
      'This download names no licence. Open the model and choose a file again.',
    );
  const { files } = await client.call('foreignFile', { guid, relativePath, ...seen });
  return files.map((file) => {
    const { relativePath: path, url, sizeBytes } = file;
    return {
      relativePath: path,
      url,
      sizeBytes,
      leavesUrl: null,
      leavesSha256: null,
      ...toPromise(guid, file),
    };
  });
}
