/** A data-block marked as an asset; `idType` as in Blender's Python API. */
export type BlendAsset = { readonly name: string; readonly idType: string };

export type BlendFacts = {
  /** Version of Blender that saved it, such as 4.2. */
  readonly version: string;
  readonly assets: readonly BlendAsset[];
};
