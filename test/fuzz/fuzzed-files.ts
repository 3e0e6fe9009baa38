import { mutateFile } from '../helpers/mutate-file.ts';
import { hasSharedModels, readSharedFile, readSharedModels } from '../helpers/shared-models.ts';
import { solidModels } from '../helpers/solid-models.ts';

export type FuzzedFile = {
  /** Which file was changed, and by which seed. */
  readonly name: string;
  readonly format: string;
  readonly bytes: Buffer;
};

type Sound = { readonly name: string; readonly format: string; readonly read: () => Uint8Array };

/** Larger files would only take longer. */
const mostBytes = 3_000_000;

const own: readonly Sound[] = Object.entries(solidModels).flatMap(([format, files]) =>
  Object.entries(files)
    .filter(([name]) => name.endsWith(`.${format}`))
    .map(([name, content]) => ({ name, format, read: () => Buffer.from(content) })),
);

/** The main files of real models where they are next to the project, and our own small ones. */
function listSoundFiles(): readonly Sound[] {
  if (!hasSharedModels) return own;
  const shared = readSharedModels().map(({ id, main, format }) => ({
    name: `${id}/${main}`,
    format,
    read: () => readSharedFile(id, main),
  }));
  return [...own, ...shared.filter(({ read }) => read().length <= mostBytes)];
}

/** Files with faults, always the same for one seed; every second one is a GLB, as those are what pages show. */
export function* makeFuzzedFiles(
  count: number,
  seed: number,
  { onlyOwn = false } = {},
): Generator<FuzzedFile> {
  const sound = onlyOwn ? own : listSoundFiles();
  const glbs = sound.filter(({ format }) => format === 'glb');
  const others = sound.filter(({ format }) => format !== 'glb');
  for (let index = 0; index < count; index += 1) {
    const from = index % 2 === 0 ? glbs : others;
    const one = from[Math.floor(index / 2) % from.length];
    if (!one) throw new Error('there is no file to change');
    const { name, format, read } = one;
    yield { name: `${name} #${seed + index}`, format, bytes: mutateFile(read(), seed + index) };
  }
}
