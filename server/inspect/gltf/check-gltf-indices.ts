import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { GltfDocument } from './gltf-document.ts';

type Check = (index: number | undefined, place: string, number: number) => void;

/** Creates a check that throws BrokenFile for an index out of range. */
function createCheck(kind: string, { length }: readonly unknown[]): Check {
  return (index, place, number) => {
    if (index === undefined || index < length) return;
    throw new BrokenFile(
      sentence`names ${{ kind }} ${{ index: formatCount(index) }} in ${{ place: `${place} ${number}` }} and holds ${{ count: formatCount(length) }} of them. Export it again.`,
    );
  };
}

function checkMeshes(gltf: GltfDocument): void {
  const checkAccessor = createCheck('accessor', gltf.accessors);
  const checkMaterial = createCheck('material', gltf.materials);
  const checkView = createCheck('buffer view', gltf.bufferViews);
  for (const [number, { primitives }] of gltf.meshes.entries()) {
    for (const { attributes, indices, material, targets = [], extensions } of primitives) {
      checkAccessor(indices, 'mesh', number);
      checkMaterial(material, 'mesh', number);
      checkView(extensions?.KHR_draco_mesh_compression?.bufferView, 'mesh', number);
      for (const accessors of [attributes, ...targets]) {
        for (const name in accessors) checkAccessor(accessors[name], 'mesh', number);
      }
    }
  }
}

function checkData(gltf: GltfDocument): void {
  const checkView = createCheck('buffer view', gltf.bufferViews);
  const checkBuffer = createCheck('buffer', gltf.buffers);
  for (const [number, { bufferView, sparse }] of gltf.accessors.entries()) {
    checkView(bufferView, 'accessor', number);
    checkView(sparse?.indices.bufferView, 'accessor', number);
    checkView(sparse?.values.bufferView, 'accessor', number);
  }
  for (const [number, { buffer, extensions }] of gltf.bufferViews.entries()) {
    checkBuffer(buffer, 'buffer view', number);
    checkBuffer(extensions?.EXT_meshopt_compression?.buffer, 'buffer view', number);
    checkBuffer(extensions?.KHR_meshopt_compression?.buffer, 'buffer view', number);
  }
  for (const [number, { bufferView }] of gltf.images.entries()) checkView(bufferView, 'image', number);
}

function checkNodes(gltf: GltfDocument): void {
  const checkNode = createCheck('node', gltf.nodes);
  const checkMesh = createCheck('mesh', gltf.meshes);
  const checkSkin = createCheck('skin', gltf.skins);
  const checkCamera = createCheck('camera', gltf.cameras);
  createCheck('scene', gltf.scenes)(gltf.scene, 'start scene', gltf.scene ?? 0);
  for (const [number, { nodes = [] }] of gltf.scenes.entries()) {
    for (const node of nodes) checkNode(node, 'scene', number);
  }
  for (const [number, { children = [], mesh, skin, camera }] of gltf.nodes.entries()) {
    for (const child of children) checkNode(child, 'node', number);
    checkMesh(mesh, 'node', number);
    checkSkin(skin, 'node', number);
    checkCamera(camera, 'node', number);
  }
}

function checkMotion(gltf: GltfDocument): void {
  const checkNode = createCheck('node', gltf.nodes);
  const checkAccessor = createCheck('accessor', gltf.accessors);
  for (const [number, { joints, skeleton, inverseBindMatrices }] of gltf.skins.entries()) {
    for (const joint of joints) checkNode(joint, 'skin', number);
    checkNode(skeleton, 'skin', number);
    checkAccessor(inverseBindMatrices, 'skin', number);
  }
  for (const [number, { channels, samplers }] of gltf.animations.entries()) {
    const checkSampler = createCheck('sampler', samplers);
    for (const { sampler, target } of channels) {
      checkSampler(sampler, 'animation', number);
      checkNode(target.node, 'animation', number);
    }
    for (const { input, output } of samplers) {
      checkAccessor(input, 'animation', number);
      checkAccessor(output, 'animation', number);
    }
  }
}

function checkLooks(gltf: GltfDocument): void {
  const checkTexture = createCheck('texture', gltf.textures);
  const checkImage = createCheck('image', gltf.images);
  const checkSampler = createCheck('sampler', gltf.samplers);
  for (const [number, material] of gltf.materials.entries()) {
    const pbr = material.pbrMetallicRoughness;
    checkTexture(pbr?.baseColorTexture?.index, 'material', number);
    checkTexture(pbr?.metallicRoughnessTexture?.index, 'material', number);
    checkTexture(material.normalTexture?.index, 'material', number);
    checkTexture(material.occlusionTexture?.index, 'material', number);
    checkTexture(material.emissiveTexture?.index, 'material', number);
  }
  for (const [number, { source, sampler }] of gltf.textures.entries()) {
    checkImage(source, 'texture', number);
    checkSampler(sampler, 'texture', number);
  }
}

/** Throws BrokenFile if a part of the document refers to a missing one. */
export function checkGltfIndices(gltf: GltfDocument): void {
  checkNodes(gltf);
  checkMeshes(gltf);
  checkData(gltf);
  checkMotion(gltf);
  checkLooks(gltf);
}
