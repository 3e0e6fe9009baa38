/**
 * What a reader of FBX tells about the tree of nodes. Properties are text: numbers as written, names without marks,
 * and arrays as "*" and their length; only the first eight are given.
 */
export type FbxEvents = {
  /** Whether a node of this name matters where the reader stands; of others nothing need be told. */
  readonly isWanted: (name: string) => boolean;
  /** Returns whether the children are wanted; without them there is no `close` either. */
  readonly open: (name: string, properties: readonly string[]) => boolean;
  /** One number of the polygon list of the object that is open. */
  readonly corner: (index: number) => void;
  readonly close: () => void;
};

export const mostProperties = 8;

/** The length that an array property says, or null for other properties. */
export function toArrayLength(property: string | undefined): number | null {
  return property !== undefined && /^\*\d{1,15}$/.test(property) ? Number(property.slice(1)) : null;
}
