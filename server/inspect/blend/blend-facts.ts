/** A data-block that its author marked as asset; `idType` as Blender's Python names it. */
export type BlendAsset = { readonly name: string; readonly idType: string };

/** The assets of a Blender file that needs no other file. */
export type BlendFacts = {
  /** Version of the Blender that wrote it, such as 4.2. */
  readonly version: string;
  readonly assets: readonly BlendAsset[];
};
