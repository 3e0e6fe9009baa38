import type { TextureMap } from '../contract/catalogue/texture-maps.ts';
import type { Words } from '../contract/sentence.ts';
import type { BlendFacts } from './blend/blend-facts.ts';
import type { Extent } from './extent.ts';

/** What a material uses one of the `references` for. */
export type TextureUse = {
  readonly reference: string;
  readonly map: TextureMap;
  readonly material: string | null;
};

/** Facts from a file's content; `references` are relative paths with forward slashes. */
export type Findings = Extent & {
  readonly triangles: number | null;
  readonly animated: boolean;
  readonly rigged: boolean;
  readonly references: readonly string[];
  /** Minimum size in bytes of referenced files, by reference. */
  readonly referencedSizes: Readonly<Record<string, number>>;
  /** Absent if its materials use no images. */
  readonly textures?: readonly TextureUse[];
  /** Requirements beyond the format itself, in the terms of server/contract/catalogue/readability.ts. */
  readonly requires: readonly string[];
  /** Why the file is broken, or null. */
  readonly problem: Words | null;
  /** Violation of the format that programs tolerate. */
  readonly flaw?: Words;
  /** Actual type of an image whose extension is wrong; programs detect it themselves. */
  readonly contentType?: string;
  /** Set if the content is of another format than the extension, or of none. */
  readonly unlike?: Words;
  /** Author and licence from a glTF's `asset`, as written; absent if there is none. */
  readonly asset?: unknown;
  /** Set for Blender files that contain assets and need no other file. */
  readonly blend?: BlendFacts;
};

/** Length of `head` in bytes. */
export const headBytes = 4096;

export type Inspection = Findings & {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly crc32: number;
  /** The beginning of a text file whose comments can name its author, so that the file need not be opened again. */
  readonly head?: string;
  /** SHA-256 of every 8 MiB chunk, for larger files. */
  readonly leaves?: readonly string[];
};

export const noFindings: Findings = {
  triangles: null,
  animated: false,
  rigged: false,
  references: [],
  referencedSizes: {},
  requires: [],
  problem: null,
};
