import { Document } from '@gltf-transform/core';

/** A few faces that a parent moves, turns and stretches, so that each of them shows in the box. */
export function makePlaced(): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setBuffer(buffer)
    .setArray(new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 3]));
  const uv = document
    .createAccessor()
    .setType('VEC2')
    .setBuffer(buffer)
    .setArray(new Float32Array([0, 0, 1, 0, 0, 0.25, 1, 1]));
  const indices = document
    .createAccessor()
    .setBuffer(buffer)
    .setArray(new Uint16Array([0, 1, 2, 1, 3, 2]));
  const material = document.createMaterial('Lacquer').setBaseColorFactor([0.5, 0.25, 0.125, 1]);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', position)
    .setAttribute('TEXCOORD_0', uv)
    .setIndices(indices)
    .setMaterial(material);
  const child = document.createNode('Lid').setMesh(document.createMesh('Lid').addPrimitive(primitive));
  child.setRotation([0.18257, 0.36515, 0.54772, 0.7303]).setTranslation([0, 0.5, 0]);
  const parent = document.createNode('Chest').setTranslation([3, -1, 2]).setScale([2, 2, 2]).addChild(child);
  parent.setRotation([0, 0.38268, 0, 0.92388]);
  document.createScene().addChild(parent);
  return document;
}
