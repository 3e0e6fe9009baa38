import type { WebGLRenderer } from 'three';
import { isGltf } from '../../server/contract/catalogue/formats.ts';
import type { PosterCandidate } from '../../server/contract/posters.ts';
import { sitePath } from '../lib/site-path.ts';
import { bindTextures } from '../studio/bind-textures.ts';
import {
  createDecoders,
  createGltfLoader,
  type Decoders,
  detectTextureSupport,
  fromGltf,
} from '../studio/gltf.ts';
import type { LoadedModel } from '../studio/loaded-model.ts';
import { missingPicture } from '../studio/missing-picture.ts';
import { createModelManager, createNameFinder } from '../studio/model-manager.ts';
import { isMeshFormat, readMeshFile } from '../studio/read-mesh-file.ts';

const decodersOf = new WeakMap<WebGLRenderer, Decoders>();

function findDecoders(renderer: WebGLRenderer): Decoders {
  const decoders = decodersOf.get(renderer) ?? createDecoders(detectTextureSupport(renderer));
  decodersOf.set(renderer, decoders);
  return decoders;
}

/** Finds a file that a model file requests among the files of its model: by path, else by bare name. */
function createFileFinder({ url, support }: PosterCandidate): (asked: string) => string {
  const byUrl = new Set([url, ...support.map((file) => file.url)]);
  const findByName = createNameFinder(support);
  return (asked) => {
    if (/^(data|blob):/.test(asked)) return asked;
    const address = URL.parse(asked, location.origin);
    if (address?.origin === location.origin) {
      if (byUrl.has(address.pathname) || address.pathname.startsWith(`${sitePath}/ui/`)) return asked;
    }
    return findByName(asked) ?? missingPicture;
  };
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.split('/').at(-1)} cannot be fetched (${answer.status})`);
  return answer.arrayBuffer();
}

/** Loads a file with everything it refers to. Throws if it cannot be read. */
export async function loadModel(candidate: PosterCandidate, renderer: WebGLRenderer): Promise<LoadedModel> {
  const { format, url, support } = candidate;
  const { manager, idle } = createModelManager(createFileFinder(candidate));
  const read = async () => {
    if (isGltf(format))
      return fromGltf(await createGltfLoader(manager, findDecoders(renderer)).loadAsync(url));
    if (!isMeshFormat(format)) throw new Error(`no picture can be made of .${format} files`);
    const urlOf = new Map(support.map((file) => [file.relativePath, file.url]));
    return readMeshFile(format, {
      bytes: await fetchBytes(url),
      manager,
      siblings: [...urlOf.keys()],
      readSibling: (path) => fetchBytes(urlOf.get(path) ?? path),
    });
  };
  const model = await read();
  await idle();
  const siblings = support.map(({ relativePath }) => relativePath);
  const bound = bindTextures(model, { format, manager, siblings });
  await idle();
  return bound;
}
