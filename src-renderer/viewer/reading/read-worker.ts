import type { TextureSupport } from '../../studio/gltf.ts';
import { createByteBudget, fetchModelFile, type Progress } from './fetch-model-file.ts';
import type { Sibling } from './find-sibling.ts';
import { listHandedOver, packModel } from './pack-model.ts';
import type { PackedModel } from './packed-model.ts';
import { type ReadFault, toFault } from './read-error.ts';
import { readModel } from './read-model.ts';
import { readingLimits } from './reading-limits.ts';

/** A task for a worker, which reads one model and is then terminated. */
export type ReadTask = {
  readonly address: string;
  readonly format: string;
  readonly relativePath: string;
  readonly siblings: readonly Sibling[];
  readonly support: TextureSupport;
};

export type ReadNews =
  /** Its code has loaded. */
  | { readonly event: 'started' }
  | { readonly event: 'progress'; readonly progress: Progress }
  /** The file has arrived, or reading has advanced. */
  | { readonly event: 'step' }
  | { readonly event: 'read'; readonly model: PackedModel }
  | { readonly event: 'failed'; readonly fault: ReadFault };

const tell = (news: ReadNews, transfer: Transferable[] = []) => self.postMessage(news, { transfer });

async function read({ address, ...task }: ReadTask): Promise<void> {
  tell({ event: 'started' });
  const budget = createByteBudget(readingLimits.bytes);
  const onStep = () => tell({ event: 'step' });
  const onProgress = (progress: Progress) => tell({ event: 'progress', progress });
  const file = await fetchModelFile(address, { budget, onProgress });
  onStep();
  const model = packModel(await readModel(file, { ...task, budget, onStep }));
  tell({ event: 'read', model }, listHandedOver(model));
}

self.addEventListener('message', ({ data }: MessageEvent<ReadTask>) => {
  read(data).catch((error: unknown) => tell({ event: 'failed', fault: toFault(error) }));
});
