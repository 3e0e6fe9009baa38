import { type ComposedPrim, composeUsd } from './compose-usd.ts';
import { readUsda } from './read-usda.ts';
import { type CrateParser, readUsdc } from './read-usdc.ts';
import { type Layer, listArcs, type Prim, resolveAsset } from './usd-layer.ts';

/** Parsers passed in, as this code must not depend on packages. */
export type UsdTools = {
  readonly createCrateParser: () => CrateParser;
  /** Returns the entries of a ZIP, in file order. */
  readonly unzip: (bytes: Uint8Array) => Readonly<Record<string, Uint8Array>>;
};

/**
 * Filters the entries of a package. Entries of a USDZ are stored uncompressed and do not overlap, so together they
 * cannot be larger than the package.
 */
export function createEntryFilter(bytes: Uint8Array) {
  let left = bytes.length;
  return ({ compression, size }: { readonly compression: number; readonly size: number }): boolean => {
    if (compression !== 0) return false;
    left -= size;
    return left >= 0;
  };
}

type ReadFile = (path: string) => Uint8Array | null | Promise<Uint8Array | null>;

export type UsdScene = {
  readonly root: ComposedPrim;
  /** Metadata of the root layer: its unit and up axis. */
  readonly facts: Layer['facts'];
  /** Pictures inside a package, by their paths in the scene. */
  readonly pictures: Readonly<Record<string, Uint8Array>>;
  /** Other files that the root layer refers to: scenes and pictures. */
  readonly references: readonly string[];
  /** Referenced files that are missing or unreadable. */
  readonly missing: readonly string[];
};

/** Most bytes to read for one scene. */
const mostBytes = 128 * 1024 * 1024;
const mostFiles = 4096;
const sceneName = /\.usd[ac]?$/i;
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;
const isCrate = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 8)) === 'PXR-USDC';

function parse(bytes: Uint8Array, path: string, { createCrateParser }: UsdTools): Layer {
  const resolve = (asset: string) => resolveAsset(path, asset);
  return isCrate(bytes)
    ? readUsdc(bytes, createCrateParser(), resolve)
    : readUsda(new TextDecoder().decode(bytes), resolve);
}

function* primsIn(prim: Prim): Generator<Prim> {
  yield prim;
  for (const child of prim.children.values()) yield* primsIn(child);
  for (const choices of prim.variants.values()) for (const choice of choices.values()) yield* primsIn(choice);
}

const layersOf = ({ root, subLayers }: Layer): readonly string[] => [
  ...subLayers,
  ...[...primsIn(root)].flatMap(({ arcs }) =>
    Object.values(arcs).flatMap((edits) =>
      listArcs(edits).flatMap(({ layer }) => (layer === '' ? [] : [layer])),
    ),
  ),
];
const picturesOf = ({ root }: Layer): readonly string[] =>
  [...primsIn(root)].flatMap(({ properties }) =>
    [...properties.values()].flatMap(({ typeName, default: value }) =>
      typeName === 'asset' && typeof value === 'string' && value !== '' ? [value] : [],
    ),
  );

function createOpener(tools: UsdTools, readFile: ReadFile) {
  const packed = new Map<string, Uint8Array>();
  let bytesLeft = mostBytes;

  function openPackage(bytes: Uint8Array, path: string): Layer | null {
    const entries = Object.entries(tools.unzip(bytes));
    for (const [name, content] of entries) packed.set(`${path}/${name}`, content);
    const [name, content] = entries.find(([inside]) => sceneName.test(inside)) ?? [];
    return name === undefined || content === undefined ? null : parse(content, `${path}/${name}`, tools);
  }
  return {
    packed,
    async open(path: string): Promise<Layer | null> {
      const bytes = packed.get(path) ?? (await readFile(path));
      if (!bytes) return null;
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) throw new RangeError('is composed of too large files');
      return isZip(bytes) ? openPackage(bytes, path) : parse(bytes, path, tools);
    },
  };
}

/**
 * Reads a USD scene of any kind with all files it is composed of; their paths start at its folder. Throws if the root
 * layer is damaged, or if all files together are too large.
 */
export async function openUsd(bytes: Uint8Array, tools: UsdTools, readFile: ReadFile): Promise<UsdScene> {
  const first = isZip(bytes) ? '' : 'scene.usd';
  const { open, packed } = createOpener(tools, (path) => (path === first ? bytes : readFile(path)));
  const layer = await open(first);
  if (layer === null) throw new Error('has no scene');
  const layers = new Map([[first, layer]]);
  const missing = new Set<string>();
  const queue = [...layersOf(layer)];
  for (const path of queue) {
    if (layers.has(path) || missing.has(path)) continue;
    if (layers.size + missing.size >= mostFiles) throw new RangeError('is composed of too many files');
    const other = await open(path).catch((error: unknown) => {
      if (error instanceof RangeError) throw error;
      return null;
    });
    if (other === null) missing.add(path);
    else {
      layers.set(path, other);
      queue.push(...layersOf(other));
    }
  }
  return {
    root: composeUsd(layers, first),
    facts: layer.facts,
    pictures: Object.fromEntries([...packed].filter(([path]) => !sceneName.test(path))),
    references: [...new Set([...layersOf(layer), ...picturesOf(layer)])].filter((path) => !packed.has(path)),
    missing: [...missing],
  };
}
