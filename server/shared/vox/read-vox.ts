import { identity, type Matrix, move, multiply } from '../matrix.ts';

/** Coloured cubes: x, y, z and a colour index each. */
export type VoxModel = { readonly size: readonly number[]; readonly cubes: Uint8Array };
export type VoxScene = {
  /** sRGB colours, 0xRRGGBB; index 0 is empty space. */
  readonly palette: readonly number[];
  /** Each with the transform of its centre; Z is up. */
  readonly shown: readonly { readonly model: VoxModel; readonly place: Matrix }[];
};

type Node = {
  readonly place: Matrix;
  readonly children: readonly number[];
  readonly model: number | null;
  readonly layer: number;
  readonly isHidden: boolean;
};

const steps = [0xff, 0xcc, 0x99, 0x66, 0x33, 0];
const shades = [0xee, 0xdd, 0xbb, 0xaa, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11];

/** The default palette: a colour cube without black, then shades of red, green, blue and grey. */
const defaultPalette = (): readonly number[] => [
  0,
  ...steps
    .flatMap((red) => steps.flatMap((green) => steps.map((blue) => (red << 16) | (green << 8) | blue)))
    .slice(0, -1),
  ...[0x010000, 0x000100, 0x000001, 0x010101].flatMap((channels) => shades.map((shade) => channels * shade)),
];

const headBytes = 12;
const sourceNode = { place: identity, children: [], model: null, layer: -1, isHidden: false };
const mostShown = 100_000;

function createReader(bytes: Uint8Array, start: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  const number = () => {
    at += 4;
    return view.getInt32(at - 4, true);
  };
  const numbers = () => Array.from({ length: Math.min(number(), bytes.length) }, number);
  const text = () => {
    const length = number();
    at += length;
    return String.fromCharCode(...bytes.subarray(at - length, at));
  };
  const words = () => {
    const found = new Map<string, string>();
    for (let left = number(); left > 0; left -= 1) found.set(text(), text());
    return found;
  };
  return { number, numbers, words };
}

/**
 * Decodes a rotation matrix whose rows have one nonzero number each: two bits for the column in each of the first two
 * rows, then three sign bits.
 */
function toTurn(code: number): Matrix {
  const [first, second] = [code & 3, (code >> 2) & 3];
  const turned = new Float64Array(16);
  for (const [row, column] of [first, second, 3 - first - second].entries())
    turned[column * 4 + row] = (code >> (4 + row)) & 1 ? -1 : 1;
  turned[15] = 1;
  return turned;
}

function readNode(kind: string, reader: ReturnType<typeof createReader>): Node {
  const isHidden = reader.words().get('_hidden') === '1';
  if (kind === 'nGRP') return { ...sourceNode, isHidden, children: reader.numbers() };
  if (kind === 'nSHP') {
    // Several models are frames of an animation.
    reader.number();
    return { ...sourceNode, isHidden, model: reader.number() };
  }
  const children = [reader.number()];
  reader.number();
  const layer = reader.number();
  const frame = reader.number() > 0 ? reader.words() : new Map<string, string>();
  const [x, y, z] = (frame.get('_t') ?? '').split(' ').map(Number);
  const turned = toTurn(Number(frame.get('_r') ?? 4));
  return { ...sourceNode, isHidden, children, layer, place: multiply(move(x || 0, y || 0, z || 0), turned) };
}

/** Keeps cubes on the grid: a model with an odd number of cubes has its centre inside one. */
function onGrid(place: Matrix, size: readonly number[]): Matrix {
  const half = (row: number) =>
    size.reduce((sum, length, column) => sum + Math.abs(place[column * 4 + row] ?? 0) * (length % 2), 0) / 2;
  return multiply(move(half(0), half(1), half(2)), place);
}

/** Reads a MagicaVoxel file at its first frame. Throws if it is damaged. */
export function readVox(bytes: Uint8Array): VoxScene {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (nameAt(0) !== 'VOX ') throw new Error('it is no VOX file');
  const models: VoxModel[] = [];
  const nodes = new Map<number, Node>();
  const hiddenLayers = new Set<number>();
  let palette: readonly number[] = defaultPalette();
  let size: readonly number[] = [0, 0, 0];

  function readPart(kind: string, at: number, length: number): void {
    const reader = createReader(bytes.subarray(0, at + length), at);
    if (kind === 'SIZE') size = [reader.number(), reader.number(), reader.number()];
    else if (kind === 'XYZI') {
      const count = view.getUint32(at, true);
      if (length < 4 + count * 4) throw new Error(`it promises ${count} cubes and has fewer`);
      models.push({ size, cubes: bytes.subarray(at + 4, at + 4 + count * 4) });
    } else if (kind === 'RGBA')
      palette = [0, ...Array.from({ length: 255 }, (_, index) => view.getUint32(at + index * 4) >>> 8)];
    else if (kind === 'LAYR') {
      const layer = reader.number();
      if (reader.words().get('_hidden') === '1') hiddenLayers.add(layer);
    } else if (/^n(?:TRN|GRP|SHP)$/.test(kind)) nodes.set(reader.number(), readNode(kind, reader));
  }

  for (let at = 8; at < bytes.length; ) {
    const length = at + headBytes > bytes.length ? Infinity : view.getUint32(at + 4, true);
    if (at + headBytes + length > bytes.length) throw new Error('it ends too early');
    readPart(nameAt(at), at + headBytes, length);
    at += headBytes + length;
  }
  const [first] = models;
  if (first === undefined) throw new Error('it has no cubes');
  // Without a scene, further models are frames of an animation.
  if (nodes.size === 0) return { palette, shown: [{ model: first, place: onGrid(identity, first.size) }] };

  const shown: { model: VoxModel; place: Matrix }[] = [];
  const open: { readonly number: number; readonly above: Matrix }[] = [{ number: 0, above: identity }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    seen += 1;
    if (seen > mostShown) throw new Error('it shows too many parts');
    const node = nodes.get(next.number);
    if (node === undefined || node.isHidden || hiddenLayers.has(node.layer)) continue;
    const above = multiply(next.above, node.place);
    const model = models[node.model ?? -1];
    if (model !== undefined) shown.push({ model, place: onGrid(above, model.size) });
    for (const number of node.children) open.push({ number, above });
  }
  return { palette, shown };
}
