import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeLibraryFolder, objText } from '../helpers/library-folder.ts';

type SoakModel = {
  readonly guid: string;
  /** A word that no other model has. */
  readonly word: string;
};

export type SoakLibrary = {
  readonly folder: string;
  /** What lay in it at the start, and stays as it is. */
  readonly lasting: readonly SoakModel[];
  /** What is in it now. */
  readonly models: () => readonly SoakModel[];
  /** Copies a model in, as a person does. */
  readonly add: () => SoakModel;
  /** Writes other bytes into a model that is there. */
  readonly change: (model: SoakModel) => void;
  readonly remove: (model: SoakModel) => void;
  readonly destroy: () => void;
};

const nouns = ['chair', 'table', 'lamp', 'shelf', 'barrel', 'mug', 'window', 'wheel', 'knight', 'fern'];

function filesOf({ guid, word }: SoakModel, index: number, edition: number) {
  const noun = nouns[index % nouns.length];
  const product = { guid, title: `${noun} ${word}`, category: noun, priceUsd: 1, tags: [noun] };
  return {
    [`${guid}/product.json`]: JSON.stringify(product),
    [`${guid}/1k/thing.obj`]: objText(20, `${word} ${edition}`),
    [`${guid}/10k/thing.obj`]: objText(400, `${word} ${edition}`),
  };
}

/** A library that grows and changes under a running server. `name` keeps its models apart from those of others. */
export function makeSoakLibrary(name: string, count: number): SoakLibrary {
  const library = makeLibraryFolder({});
  const models = new Map<string, { readonly model: SoakModel; readonly index: number; edition: number }>();
  let made = 0;
  const add = (): SoakModel => {
    const index = made;
    made += 1;
    const model = { guid: `${name}-${index}`, word: `zq${name}${index}x` };
    models.set(model.guid, { model, index, edition: 0 });
    library.write(filesOf(model, index, 0));
    return model;
  };
  const lasting = Array.from({ length: count }, add);
  return {
    lasting,
    folder: library.folder,
    models: () => [...models.values()].map(({ model }) => model),
    add,
    change(model) {
      const found = models.get(model.guid);
      if (!found) return;
      found.edition += 1;
      library.write(filesOf(model, found.index, found.edition));
    },
    remove(model) {
      models.delete(model.guid);
      library.remove(model.guid);
    },
    destroy: () => library.remove(),
  };
}

/** A folder that is gone after the run. */
export function makeFolder(name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), `lodestock-soak-${name}-`));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) };
}
