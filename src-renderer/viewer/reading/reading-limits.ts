import { ReadError } from './read-error.ts';

/**
 * What a file may demand of the page: far above what is usually published, and low enough that a browser without a
 * graphics card stays responsive.
 */
export const readingLimits = {
  /** Bytes of the file and of everything next to it. */
  bytes: 256 * 2 ** 20,
  /** Bytes of a file that takes many times as much memory to read, as text or compressed data. */
  textBytes: 96 * 2 ** 20,
  jsonBytes: 16 * 2 ** 20,
  /** Bytes of its parts when copied and unpacked. */
  unpackedBytes: 512 * 2 ** 20,
  /** Entries of any list of the document. */
  entries: 50_000,
  depth: 500,
  /** Pixels of one picture, and of all, before any is decoded. */
  picturePixels: 2 ** 26,
  decodedPixels: 400_000_000,
  /** Side of the square to which a picture is scaled down if the number of pictures is unknown. */
  sidePixels: 2048,
  /** Total pixels to which pictures are scaled down. */
  sharpPixels: 2 ** 26,
} as const;

/** Milliseconds. */
export const readingTimes = {
  /** Without a byte from the network. */
  silence: 20_000,
  download: 10 * 60_000,
  /** For one step once the file has arrived, and for all of them. */
  step: 15_000,
  all: 60_000,
  /** Until a reached limit takes effect. */
  grace: 1000,
} as const;

/** A model's demands on the page and its graphics card. */
export type ModelSize = {
  readonly objects: number;
  /** Objects that are drawn individually. */
  readonly drawn: number;
  readonly vertices: number;
  /** Vertices of triangles, lines and points, including each instance. */
  readonly corners: number;
  /** Vertices of all morph targets. */
  readonly morphed: number;
  readonly joints: number;
  readonly tracks: number;
  readonly materials: number;
  /** Kinds of surface; each needs its own shader program. */
  readonly looks: number;
  /** Pixels of its pictures, once per sampling mode; compressed ones count a quarter. */
  readonly pixels: number;
};

const mostOfModel: ModelSize = {
  objects: 20_000,
  drawn: 5_000,
  vertices: 5_000_000,
  corners: 30_000_000,
  morphed: 20_000_000,
  joints: 20_000,
  tracks: 20_000,
  materials: 2_000,
  looks: 64,
  pixels: 2 ** 27,
};

/** Throws if a model needs more than a page can handle, or a size is not a number. */
export function requireFit(size: Partial<ModelSize>): void {
  for (const [name, most] of Object.entries(mostOfModel)) {
    const asked: unknown = Reflect.get(size, name) ?? 0;
    if (!(typeof asked === 'number' && asked <= most)) throw new ReadError('tooLarge');
  }
}
