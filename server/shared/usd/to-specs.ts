import { movePath } from './compose-prims.ts';
import type { ComposedPrim } from './compose-usd.ts';
import type { UsdScene } from './open-usd.ts';
import type { Property } from './usd-layer.ts';

type Spec = { readonly specType: number; readonly fields: Readonly<Record<string, unknown>> };
type Specs = Record<string, Spec>;
type Moved = { readonly from: string; readonly to: string };

// three.js's kinds, which are those of binary scenes.
const kinds = { attribute: 1, prim: 6, relationship: 8 } as const;

function addProperty(specs: Specs, path: string, property: Property, moved: Moved): void {
  const { targetPaths, connectionPaths } = property;
  const move = (paths: readonly string[]) => paths.map((one) => movePath(one, moved));
  specs[path] = {
    specType: targetPaths ? kinds.relationship : kinds.attribute,
    fields: {
      ...property,
      ...(targetPaths && { targetPaths: move(targetPaths) }),
      ...(connectionPaths && { connectionPaths: move(connectionPaths) }),
    },
  };
}

function addPrim(
  specs: Specs,
  prim: ComposedPrim,
  { path, moved }: { readonly path: string; readonly moved: Moved },
) {
  const { typeName, properties, place, isMoving, children } = prim;
  specs[path || '/'] = { specType: kinds.prim, fields: { typeName } };
  for (const [name, property] of properties)
    if (isMoving || !name.startsWith('xformOp')) addProperty(specs, `${path}.${name}`, property, moved);
  if (!isMoving) {
    addProperty(specs, `${path}.xformOpOrder`, { default: ['xformOp:transform'] }, moved);
    addProperty(specs, `${path}.xformOp:transform`, { default: [...place] }, moved);
  }
  for (const [name, child] of children) {
    const at = `${path}/${name}`;
    const isMoved = movePath(child.path, moved) !== at;
    addPrim(specs, child, { path: at, moved: isMoved ? { from: child.path, to: at } : moved });
  }
}

/** Converts a composed scene to three.js's form of a scene without references. */
export function toSpecs({ root, facts }: UsdScene): { readonly specsByPath: Readonly<Specs> } {
  const specs: Specs = {};
  addPrim(specs, root, { path: '', moved: { from: '', to: '' } });
  specs['/'] = { specType: kinds.prim, fields: facts };
  return { specsByPath: specs };
}
