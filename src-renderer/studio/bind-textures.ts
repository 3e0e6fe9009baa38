import {
  type LoadingManager,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  type Object3D,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
  TextureLoader,
  Vector2,
} from 'three';
import { texturesOf } from '../../server/contract/catalogue/formats.ts';
import { toUrlPath } from '../../server/contract/relative-path.ts';
import { matchTextures, type Surface, type TextureSet } from '../../server/shared/match-textures.ts';
import { mattRoughness, toRoughness } from '../../server/shared/phong-roughness.ts';
import { materialsOf } from './drawn-objects.ts';
import type { LoadedModel } from './loaded-model.ts';
import { isThere } from './studio-materials.ts';

const hasPicture = (material: Material) =>
  Object.values(material).some(
    (value: unknown) => value instanceof Texture && ('isCompressedTexture' in value || isThere(value)),
  );

function listMeshes(root: Object3D): readonly Mesh[] {
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  return meshes;
}

const toSurfaces = (mesh: Mesh): readonly Surface[] =>
  materialsOf(mesh).map((material) => ({
    name: material.name,
    isOpen: mesh.geometry.hasAttribute('uv') && !mesh.geometry.hasAttribute('color') && !hasPicture(material),
  }));

function roughnessOf(material: Material): number {
  if (material instanceof MeshStandardMaterial) return material.roughness;
  return material instanceof MeshPhongMaterial ? toRoughness(material.shininess) : mattRoughness;
}

type Load = (path: string | undefined, isColour?: boolean) => Texture | null;

/** Loads each picture of the model once; the manager's owner waits for them. */
function createLoad(manager: LoadingManager): Load {
  const plain = new TextureLoader(manager);
  const known = new Map<string, Texture>();
  return (path, isColour = false) => {
    if (path === undefined) return null;
    const address = toUrlPath(path);
    const loaded: unknown = known.get(path) ?? (manager.getHandler(address) ?? plain).load(address, () => {});
    if (!(loaded instanceof Texture)) return null;
    known.set(path, loaded);
    loaded.wrapS = RepeatWrapping;
    loaded.wrapT = RepeatWrapping;
    if (isColour) loaded.colorSpace = SRGBColorSpace;
    return loaded;
  };
}

function dress(old: Material, set: TextureSet, load: Load): MeshStandardMaterial {
  const { packed, metallicRoughness = packed } = set;
  const roughnessMap = load(metallicRoughness ?? set.roughness);
  const metalnessMap = load(metallicRoughness ?? set.metalness);
  const emissiveMap = load(set.emissive, true);
  const alphaMap = load(set.opacity);
  // A fully transparent material is probably meant to be visible.
  const opacity = old.opacity === 0 ? 1 : old.opacity;
  const isOld = old instanceof MeshPhongMaterial || old instanceof MeshLambertMaterial;
  return new MeshStandardMaterial({
    ...{ name: old.name, side: old.side, opacity, transparent: opacity < 1 },
    flatShading: isOld && old.flatShading,
    map: load(set.baseColor, true),
    normalMap: load(set.normal ?? set.normalDx),
    normalScale: new Vector2(1, set.normalDx === undefined ? 1 : -1),
    ...{ roughnessMap, roughness: roughnessMap ? 1 : roughnessOf(old) },
    ...{ metalnessMap, metalness: metalnessMap ? 1 : 0 },
    aoMap: load(set.occlusion ?? packed),
    ...{ emissiveMap, emissive: emissiveMap ? 0xffffff : 0 },
    ...{ alphaMap, alphaTest: alphaMap ? 0.5 : 0 },
  });
}

type Beside = {
  readonly format: string;
  readonly manager: LoadingManager;
  /** Paths of the files that belong to it. */
  readonly siblings: readonly string[];
};

/**
 * Gives materials without pictures the textures next to the file whose names match, as levels get them
 * (server/derive/make/read/bind-textures.ts). Pictures that the file itself names must have loaded.
 */
export function bindTextures(model: LoadedModel, { format, manager, siblings }: Beside): LoadedModel {
  if (texturesOf(format) !== 'beside') return model;
  const meshes = listMeshes(model.root);
  const matched = matchTextures(meshes.flatMap(toSurfaces), siblings);
  if (matched.size === 0) return model;
  const load = createLoad(manager);
  const dressed = new Map<Material, Material>();
  const convert = (material: Material): Material => {
    const set = matched.get(material.name);
    if (!set) return material;
    const made = dressed.get(material) ?? dress(material, set, load);
    dressed.set(material, made);
    return made;
  };
  const bound = new Set<Object3D>();
  for (const mesh of meshes) {
    if (materialsOf(mesh).some(({ name }) => matched.has(name))) bound.add(mesh);
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(convert) : convert(mesh.material);
  }
  return { ...model, isBare: (object) => !bound.has(object) && model.isBare(object) };
}
