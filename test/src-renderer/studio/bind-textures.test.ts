import {
  BoxGeometry,
  Group,
  Loader,
  LoadingManager,
  Mesh,
  MeshPhongMaterial,
  MeshStandardMaterial,
  NoColorSpace,
  SRGBColorSpace,
  Texture,
} from 'three';
import { expect, test } from 'vitest';
import { bindTextures } from '../../../src-renderer/studio/bind-textures.ts';

/** Notes what is asked for, as pictures need a browser to be decoded. */
class NotingLoader extends Loader<Texture> {
  override load(address: string): Texture {
    return Object.assign(new Texture(), { name: address });
  }
}
const manager = new LoadingManager();
manager.addHandler(/\.png$/, new NotingLoader(manager));

function bind(materials: readonly MeshPhongMaterial[], siblings: readonly string[], format = 'fbx') {
  const root = new Group();
  for (const material of materials) root.add(new Mesh(new BoxGeometry(), material));
  const model = { root, clips: [], isBare: () => true, metresPerUnit: 1 };
  const bound = bindTextures(model, { format, manager, siblings });
  const meshes = root.children.filter((object) => object instanceof Mesh);
  return { bound, meshes, materials: meshes.map(({ material }) => material) };
}

const unreal = ['T_Chair_BaseColor.png', 'T_Chair_Normal.png', 'T_Chair_ORM.png'];

test('draws a chair in the textures called like it', () => {
  const { bound, meshes, materials } = bind([new MeshPhongMaterial({ name: 'M_Chair' })], unreal);

  const [material] = materials;
  if (!(material instanceof MeshStandardMaterial)) throw new Error('it has its old material');
  const { map, normalMap, roughnessMap, metalnessMap, aoMap, emissiveMap } = material;
  const names = [map, normalMap, roughnessMap, metalnessMap, aoMap, emissiveMap].map((one) => one?.name);
  expect(names).toEqual([...unreal, unreal[2], unreal[2], undefined]);
  expect([map?.colorSpace, normalMap?.colorSpace, roughnessMap?.colorSpace]).toEqual([
    SRGBColorSpace,
    NoColorSpace,
    NoColorSpace,
  ]);
  // Unreal's normals are those of DirectX.
  expect(material.normalScale.toArray()).toEqual([1, -1]);
  expect([material.color.getHexString(), material.roughness, material.metalness]).toEqual(['ffffff', 1, 1]);
  expect(meshes.map((mesh) => bound.isBare(mesh))).toEqual([false]);
});

test('keeps what has pictures and what is not certain', () => {
  const image = { width: 4, height: 4 };
  const painted = new MeshPhongMaterial({ name: 'Chair', map: new Texture(image) });
  const other = new MeshPhongMaterial({ name: 'Glass' });

  expect(bind([painted, other], unreal).materials).toEqual([painted, other]);
  expect(bind([other], unreal, 'stl').materials).toEqual([other]);
});
