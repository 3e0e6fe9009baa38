import { ReadError } from './read-error.ts';

/**
 * What a file may ask of the page that shows it: far above what people publish, and low enough that a browser without a
 * graphics card still answers.
 */
export const readingLimits = {
  /** Bytes of the file and of all that is next to it. */
  bytes: 256 * 2 ** 20,
  /** Bytes of a file that takes many times as much to be read: as text, or unpacked. */
  textBytes: 96 * 2 ** 20,
  jsonBytes: 16 * 2 ** 20,
  /** Bytes that its parts take once they are copied and unpacked. */
  unpackedBytes: 512 * 2 ** 20,
  /** Entries of any list of the document. */
  entries: 50_000,
  depth: 500,
  /** Pixels of one picture, and of all, before any is decoded. */
  picturePixels: 2 ** 26,
  decodedPixels: 400_000_000,
  /** Side of the square that a picture is made as small as, where nothing tells how many there are. */
  sidePixels: 2048,
  /** Pixels that pictures are made smaller for. */
  sharpPixels: 2 ** 26,
} as const;

/** Milliseconds. */
export const readingTimes = {
  /** Without a byte from the network. */
  silence: 20_000,
  download: 10 * 60_000,
  /** For one step once the file is there, and for all of them. */
  step: 15_000,
  all: 60_000,
  /** Until a limit that was reached counts. */
  grace: 1000,
} as const;

/** A model's demands on the page and its graphics card. */
export type ModelSize = {
  readonly objects: number;
  /** Objects that are drawn one by one. */
  readonly drawn: number;
  readonly vertices: number;
  /** Vertices of triangles, lines and points, each instance counted. */
  readonly corners: number;
  /** Vertices of all shapes that it can morph into. */
  readonly morphed: number;
  readonly joints: number;
  readonly tracks: number;
  readonly materials: number;
  /** Kinds of surface; the graphics card needs a program for each. */
  readonly looks: number;
  /** Pixels of its pictures, once for each way in which they are sampled; of compressed ones a quarter. */
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

/** Throws where a model asks for more than a page can bear, or for what is not a number. */
export function requireFit(size: Partial<ModelSize>): void {
  for (const [name, most] of Object.entries(mostOfModel)) {
    const asked: unknown = Reflect.get(size, name) ?? 0;
    if (!(typeof asked === 'number' && asked <= most)) throw new ReadError('tooLarge');
  }
}
