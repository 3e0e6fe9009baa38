/** Facts from the objects of an FBX file and their connections, by object ID. */
export type FbxObjects = {
  readonly triangles: Map<string, number>;
  readonly models: Set<string>;
  readonly stacks: Set<string>;
  readonly layers: Set<string>;
  readonly curveNodes: Set<string>;
  readonly curvesWithKeys: Set<string>;
  readonly textures: Map<string, string>;
  readonly videos: Map<string, { readonly file: string; readonly isEmbedded: boolean }>;
  readonly parents: Map<string, string[]>;
  readonly materials: Map<string, string>;
  readonly textureUses: FbxTextureUse[];
};
type FbxTextureUse = { readonly texture: string; readonly material: string; readonly property: string };

export function createFbxObjects(): FbxObjects {
  return {
    triangles: new Map(),
    models: new Set(),
    stacks: new Set(),
    layers: new Set(),
    curveNodes: new Set(),
    curvesWithKeys: new Set(),
    textures: new Map(),
    videos: new Map(),
    parents: new Map(),
    materials: new Map(),
    textureUses: [],
  };
}

export function listParents(objects: FbxObjects, id: string): readonly string[] {
  return objects.parents.get(id) ?? [];
}

/** Counts meshes once per model that shows them; if none is shown, each counts once. */
export function countFbxTriangles(objects: FbxObjects): number {
  let shown = 0;
  let all = 0;
  for (const [id, triangles] of objects.triangles) {
    const models = listParents(objects, id).filter((parent) => objects.models.has(parent)).length;
    shown += triangles * (objects.models.has(id) ? 1 : models);
    all += triangles;
  }
  return shown > 0 ? shown : all;
}

/** Whether a curve with keys is connected to an animation stack through its curve node and layer, and moves something. */
export function isFbxAnimated(objects: FbxObjects): boolean {
  const liveLayers = new Set(
    [...objects.layers].filter((layer) =>
      listParents(objects, layer).some((parent) => objects.stacks.has(parent)),
    ),
  );
  const liveNodes = new Set(
    [...objects.curveNodes].filter((node) =>
      listParents(objects, node).some((parent) => liveLayers.has(parent)),
    ),
  );
  return [...objects.curvesWithKeys].some((curve) =>
    listParents(objects, curve).some((parent) => liveNodes.has(parent)),
  );
}
