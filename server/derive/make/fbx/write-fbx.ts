import path from 'node:path';
import type { Document, Material, Mesh, Node, Texture } from '@gltf-transform/core';
import { Euler, Quaternion } from 'three';
import { connect, writeFbxFile } from '../../../base/fbx/fbx-file.ts';
import { type FbxNode, fbxNode, objectName, settings } from '../../../base/fbx/fbx-node.ts';
import type { SupportFile } from '../obj/write-obj.ts';
import { type Picture, readPictures } from '../pictures.ts';
import { bakeSkins } from '../simplify/bake-skins.ts';
import { listDrawn, listMaterials } from '../simplify/drawn-parts.ts';
import { createNames } from '../unique-names.ts';
import { describeGeometry } from './fbx-geometry.ts';
import { describeMaterial, describePicture, describeTexture, listUses } from './fbx-materials.ts';

const centimetres = 100;

type WrittenFbx = { readonly bytes: Uint8Array; readonly support: readonly SupportFile[] };

/** Lower-case, because some disks ignore case. */
const toFileName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, '_') || 'material';

function describeNode(id: bigint, node: Node): FbxNode {
  const turn = new Euler().setFromQuaternion(new Quaternion(...node.getRotation()), 'ZYX');
  const degrees = [turn.x, turn.y, turn.z].map((angle) => (angle * 180) / Math.PI);
  const moved = node.getTranslation().map((value) => value * centimetres);
  const place = settings(
    ['InheritType', 'enum', '', '', 1],
    ['DefaultAttributeIndex', 'int', 'Integer', '', 0],
    ['Lcl Translation', 'Lcl Translation', '', 'A', ...moved],
    ['Lcl Rotation', 'Lcl Rotation', '', 'A', ...degrees],
    ['Lcl Scaling', 'Lcl Scaling', '', 'A', ...node.getScale()],
  );
  const inside = [fbxNode('Version', 232), place, fbxNode('Culling', 'CullingOff')];
  const kind = node.getMesh() === null ? 'Null' : 'Mesh';
  return fbxNode('Model', id, objectName(node.getName(), 'Model'), kind, ...inside);
}

/** Numbers each object and describes it on first use. */
function createObjects(pictures: ReadonlyMap<Texture, Picture>, folder: string) {
  const ids = new Map<unknown, bigint>();
  const objects: FbxNode[] = [];
  const connections: FbxNode[] = [];
  const support: SupportFile[] = [];
  const nameMaterial = createNames<Material>(toFileName);
  const placed = new Map<Picture, { readonly name: string; readonly file: string }>();
  let last = 1000n;
  const number = () => {
    last += 1n;
    return last;
  };
  return {
    ...{ objects, connections, number, pictures, support },
    /** Stores a picture beside the file, named after its material and content. */
    place(picture: Picture, material: Material, map: string) {
      const known = placed.get(picture);
      if (known) return known;
      const name = `${nameMaterial(material, material.getName())}_${map}`;
      const file = `${folder}/${name}${path.extname(picture.file)}`;
      placed.set(picture, { name, file });
      support.push({ path: file, bytes: picture.bytes });
      return { name, file };
    },
    idOf<T>(thing: T, describe: (id: bigint) => FbxNode): bigint {
      const known = ids.get(thing);
      if (known !== undefined) return known;
      const id = number();
      ids.set(thing, id);
      objects.push(describe(id));
      return id;
    },
  };
}
type Objects = ReturnType<typeof createObjects>;

function addMaterial(material: Material, to: Objects): bigint {
  let isNew = false;
  const id = to.idOf(material, (own) => {
    isNew = true;
    return describeMaterial(own, material);
  });
  for (const { texture, map, property } of isNew ? listUses(material) : []) {
    const picture = to.pictures.get(texture);
    if (!picture) continue;
    const placed = to.place(picture, material, map);
    if (property === null) continue;
    const video = to.idOf(picture, (own) => describePicture(own, placed));
    const use = to.number();
    to.objects.push(describeTexture(use, placed));
    to.connections.push(connect(use, id, property), connect(video, use));
  }
  return id;
}

/** `plain` is for parts without a material. */
function addMesh(
  mesh: Mesh,
  { model, plain }: { readonly model: bigint; readonly plain: Material },
  to: Objects,
): void {
  const drawn = listDrawn(mesh);
  if (drawn.length === 0) return;
  to.connections.push(
    connect(
      to.idOf(mesh, (id) => describeGeometry(id, mesh)),
      model,
    ),
  );
  for (const material of listMaterials(drawn))
    to.connections.push(connect(addMaterial(material ?? plain, to), model));
}

/**
 * Writes a scene as binary FBX, with its pictures in `<name>_fbx/`: nodes, names, meshes, normals, UVs, colours and
 * materials. FBX has no properties for occlusion, roughness and metalness maps: their names say what they are. Without
 * animations, joints and morph targets. Modifies the document.
 */
export async function writeFbx(document: Document, name: string): Promise<WrittenFbx> {
  bakeSkins(document);
  const to = createObjects(await readPictures(document), `${name}_fbx`);
  const plain = document.createMaterial('Default').setMetallicFactor(0);
  const add = (node: Node, parent: bigint) => {
    const model = to.idOf(node, (id) => describeNode(id, node));
    to.connections.push(connect(model, parent));
    const mesh = node.getMesh();
    if (mesh) addMesh(mesh, { model, plain }, to);
    for (const child of node.listChildren()) add(child, model);
  };
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  for (const node of scene?.listChildren() ?? []) add(node, 0n);
  const { objects, connections, support } = to;
  return { bytes: writeFbxFile({ creator: 'Lodestock', objects, connections }), support };
}
