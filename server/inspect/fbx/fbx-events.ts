/** Events of an FBX reader. Properties are text, the first eight only: numbers, unquoted names, arrays as "*" and length. */
export type FbxEvents = {
  /** Whether nodes of this name matter at this point; others can be skipped silently. */
  readonly isWanted: (name: string) => boolean;
  /** Returns whether the children are needed; if not, `close` is not called. */
  readonly open: (name: string, properties: readonly string[]) => boolean;
  /** One number of the open object's polygon list. */
  readonly corner: (index: number) => void;
  readonly close: () => void;
};

export const mostProperties = 8;

/** The length that an array property declares; null for other properties. */
export function toArrayLength(property: string | undefined): number | null {
  return property !== undefined && /^\*\d{1,15}$/.test(property) ? Number(property.slice(1)) : null;
}
