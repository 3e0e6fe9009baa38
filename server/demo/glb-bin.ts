type View = {
  readonly buffer: 0;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly target?: number;
};
type Numbers = Float32Array | Uint32Array | Uint16Array;
type AccessorKind = {
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4';
  readonly target?: number;
  readonly hasBounds?: boolean;
};

/** The binary chunk of a GLB while it grows, with the views and accessors that point into it. */
export type BinChunk = {
  readonly views: readonly View[];
  readonly accessors: readonly object[];
  readonly addView: (data: Buffer, target?: number) => number;
  readonly addAccessor: (numbers: Numbers, kind: AccessorKind) => number;
  readonly measure: () => number;
  readonly finish: () => Buffer;
};

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 } as const;

export function createBinChunk(): BinChunk {
  const chunks: Buffer[] = [];
  const views: View[] = [];
  const accessors: object[] = [];
  let end = 0;
  const addView = (data: Buffer, target?: number): number => {
    const padding = (4 - (data.length % 4)) % 4;
    chunks.push(data, Buffer.alloc(padding));
    const place = { buffer: 0, byteOffset: end, byteLength: data.length } as const;
    end += data.length + padding;
    return views.push(target === undefined ? place : { ...place, target }) - 1;
  };
  const addAccessor = (numbers: Numbers, kind: AccessorKind): number => {
    const bufferView = addView(
      Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
      kind.target,
    );
    const width = WIDTHS[kind.type];
    const accessor = {
      bufferView,
      componentType: numbers instanceof Float32Array ? 5126 : numbers instanceof Uint16Array ? 5123 : 5125,
      count: numbers.length / width,
      type: kind.type,
      ...(kind.hasBounds ? findBounds(numbers, width) : {}),
    };
    return accessors.push(accessor) - 1;
  };
  return { views, accessors, addView, addAccessor, measure: () => end, finish: () => Buffer.concat(chunks) };
}

function findBounds(numbers: Numbers, width: number): { readonly min: number[]; readonly max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  numbers.forEach((value, index) => {
    const axis = index % width;
    min[axis] = Math.min(min[axis] ?? value, value);
    max[axis] = Math.max(max[axis] ?? value, value);
  });
  return { min, max };
}
