import type { TextureMap } from '../contract/catalogue/texture-maps.ts';
import type { Words } from '../contract/sentence.ts';
import type { BlendFacts } from './blend/blend-facts.ts';
import type { Extent } from './extent.ts';

/** What a material uses one of the `references` as. */
export type TextureUse = {
  readonly reference: string;
  readonly map: TextureMap;
  /** Its name; null: it has none. */
  readonly material: string | null;
};

/** Facts from a file's content; `references` are relative paths with forward slashes. */
export type Findings = Extent & {
  readonly triangles: number | null;
  readonly animated: boolean;
  readonly rigged: boolean;
  readonly references: readonly string[];
  /** The least number of bytes that a referenced file must have, by its reference. */
  readonly referencedSizes: Readonly<Record<string, number>>;
  /** Absent: its materials name no pictures. */
  readonly textures?: readonly TextureUse[];
  /** Requirements beyond the format itself, in the words of server/contract/catalogue/readability.ts. */
  readonly requires: readonly string[];
  /** Why the file is broken, for a person to read, or null. */
  readonly problem: Words | null;
  /** Violations of the format's rules that programs tolerate, for a person to mend. */
  readonly flaw?: Words;
  /** Set where a picture is of another kind than its name says, which programs find out. */
  readonly contentType?: string;
  /** Set where its first bytes are those of another format, or of none, for a person to read. */
  readonly unlike?: Words;
  /** Author and licence in a glTF's `asset`, as written; absent if it names none. */
  readonly asset?: unknown;
  /** Set for Blender files that need no other file and hold assets. */
  readonly blend?: BlendFacts;
};

/** So much of a text is its `head`. */
export const headBytes = 4096;

export type Inspection = Findings & {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly crc32: number;
  /** The beginning, of texts whose comments may tell who made them: who reads it need not open the file once more. */
  readonly head?: string;
  /** SHA-256 of every 8 MiB, of files larger than that. */
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
