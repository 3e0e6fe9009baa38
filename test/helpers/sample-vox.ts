type Cube = readonly [x: number, y: number, z: number, colour: number];
export type VoxPart = { readonly size: readonly number[]; readonly cubes: readonly Cube[] };

const numbers = (...values: readonly number[]) => Buffer.from(Int32Array.from(values).buffer);
const text = (value: string) => Buffer.concat([numbers(value.length), Buffer.from(value)]);
const words = (entries: Readonly<Record<string, string>> = {}) =>
  Buffer.concat([numbers(Object.keys(entries).length), ...Object.entries(entries).flat().map(text)]);
export const chunk = (name: string, ...content: readonly Uint8Array[]) => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from(name), numbers(bytes.length, 0), bytes]);
};

/** A node that moves and turns the one with the next number, or another. */
export const voxMove = (
  node: number,
  child: number,
  frame: Readonly<Record<string, string>> = {},
  { layer = -1, isHidden = false } = {},
) =>
  chunk(
    'nTRN',
    ...[numbers(node), words(isHidden ? { _hidden: '1', _name: 'a' } : {})],
    ...[numbers(child, -1, layer, 1), words(frame)],
  );
export const voxGroup = (node: number, ...children: readonly number[]) =>
  chunk('nGRP', numbers(node), words(), numbers(children.length, ...children));
export const voxShape = (node: number, model: number) =>
  chunk('nSHP', numbers(node), words(), numbers(1, model), words());
export const voxLayer = (layer: number, isHidden: boolean) =>
  chunk('LAYR', numbers(layer), words(isHidden ? { _hidden: '1' } : {}), numbers(-1));
/** Colours from number 1 on, 0xRRGGBB. */
export const voxPalette = (...colours: readonly number[]) =>
  chunk(
    'RGBA',
    Buffer.from(
      Array.from({ length: 256 }, (_, at) =>
        [16, 8, 0, -8].map((bits) => (bits < 0 ? 255 : ((colours[at] ?? 0) >> bits) & 255)),
      ).flat(),
    ),
  );

/** A file of MagicaVoxel with these models, and chunks behind them. */
export function sampleVox(parts: readonly VoxPart[], ...chunks: readonly Uint8Array[]): Buffer {
  const models = parts.flatMap(({ size, cubes }) => [
    chunk('SIZE', numbers(...size)),
    chunk('XYZI', numbers(cubes.length), Buffer.from(cubes.flat())),
  ]);
  const content = Buffer.concat([...models, ...chunks]);
  return Buffer.concat([
    Buffer.from('VOX '),
    numbers(150),
    Buffer.from('MAIN'),
    numbers(0, content.length),
    content,
  ]);
}

/** A box full of cubes of one colour. */
export function voxBox(width: number, depth: number, height: number, colour = 1): VoxPart {
  const cubes: Cube[] = [];
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < depth; y += 1) for (let z = 0; z < height; z += 1) cubes.push([x, y, z, colour]);
  return { size: [width, depth, height], cubes };
}
