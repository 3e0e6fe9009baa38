import { BrokenFile, formatCount } from '../broken-file.ts';
import type { GltfDocument } from './gltf-document.ts';

type Reference = readonly [index: number | undefined, place: string];

function checkAll(kind: string, count: number, references: Iterable<Reference>): void {
  for (const [index, place] of references) {
    if (index === undefined || index < count) continue;
    const named = `names ${kind} ${formatCount(index)} in ${place}`;
    throw new BrokenFile(`${named} and holds ${formatCount(count)} of them. Export it again.`);
  }
}

function* listAccessorUses(gltf: GltfDocument): Generator<Reference> {
  for (const [number, mesh] of gltf.meshes.entries()) {
    for (const { attributes, indices, targets = [] } of mesh.primitives) {
      yield [indices, `mesh ${number}`];
      for (const values of [attributes, ...targets]) {
        for (const index of Object.values(values)) yield [index, `mesh ${number}`];
      }
    }
  }
  for (const [number, skin] of gltf.skins.entries()) yield [skin.inverseBindMatrices, `skin ${number}`];
  for (const [number, { samplers }] of gltf.animations.entries()) {
    for (const { input, output } of samplers) {
      yield [input, `animation ${number}`];
      yield [output, `animation ${number}`];
    }
  }
}

function* listViewUses(gltf: GltfDocument): Generator<Reference> {
  for (const [number, { bufferView, sparse }] of gltf.accessors.entries()) {
    yield [bufferView, `accessor ${number}`];
    yield [sparse?.indices.bufferView, `accessor ${number}`];
    yield [sparse?.values.bufferView, `accessor ${number}`];
  }
  for (const [number, { bufferView }] of gltf.images.entries()) yield [bufferView, `image ${number}`];
  for (const [number, { primitives }] of gltf.meshes.entries()) {
    for (const { extensions } of primitives) {
      yield [extensions?.KHR_draco_mesh_compression?.bufferView, `mesh ${number}`];
    }
  }
}

function* listNodeUses(gltf: GltfDocument): Generator<Reference> {
  for (const [number, { nodes = [] }] of gltf.scenes.entries())
    for (const node of nodes) yield [node, `scene ${number}`];
  for (const [number, { children = [] }] of gltf.nodes.entries())
    for (const node of children) yield [node, `node ${number}`];
  for (const [number, { joints, skeleton }] of gltf.skins.entries()) {
    for (const joint of joints) yield [joint, `skin ${number}`];
    yield [skeleton, `skin ${number}`];
  }
  for (const [number, { channels }] of gltf.animations.entries()) {
    for (const { target } of channels) yield [target.node, `animation ${number}`];
  }
}

function* listTextureUses(gltf: GltfDocument): Generator<Reference> {
  for (const [number, material] of gltf.materials.entries()) {
    const pbr = material.pbrMetallicRoughness;
    const inCore = [pbr?.baseColorTexture, pbr?.metallicRoughnessTexture, material.normalTexture];
    for (const texture of [...inCore, material.occlusionTexture, material.emissiveTexture]) {
      yield [texture?.index, `material ${number}`];
    }
  }
}

function* listMaterialUses(gltf: GltfDocument): Generator<Reference> {
  for (const [number, { primitives }] of gltf.meshes.entries()) {
    for (const { material } of primitives) yield [material, `mesh ${number}`];
  }
}

/** Throws BrokenFile when one part of the document names another that is not there. */
export function checkGltfIndices(gltf: GltfDocument): void {
  const { nodes, textures } = gltf;
  checkAll('scene', gltf.scenes.length, [[gltf.scene, 'its start']]);
  checkAll('node', nodes.length, listNodeUses(gltf));
  checkAll('accessor', gltf.accessors.length, listAccessorUses(gltf));
  checkAll('buffer view', gltf.bufferViews.length, listViewUses(gltf));
  checkAll(
    'buffer',
    gltf.buffers.length,
    gltf.bufferViews.map(({ buffer }, number) => [buffer, `buffer view ${number}`]),
  );
  checkAll(
    'mesh',
    gltf.meshes.length,
    nodes.map(({ mesh }, number) => [mesh, `node ${number}`]),
  );
  checkAll(
    'skin',
    gltf.skins.length,
    nodes.map(({ skin }, number) => [skin, `node ${number}`]),
  );
  checkAll(
    'camera',
    gltf.cameras.length,
    nodes.map(({ camera }, number) => [camera, `node ${number}`]),
  );
  checkAll('material', gltf.materials.length, listMaterialUses(gltf));
  checkAll('texture', textures.length, listTextureUses(gltf));
  checkAll(
    'image',
    gltf.images.length,
    textures.map(({ source }, number) => [source, `texture ${number}`]),
  );
  checkAll(
    'sampler',
    gltf.samplers.length,
    textures.map(({ sampler }, number) => [sampler, `texture ${number}`]),
  );
  for (const [number, { channels, samplers }] of gltf.animations.entries()) {
    checkAll(
      'sampler',
      samplers.length,
      channels.map(({ sampler }) => [sampler, `animation ${number}`]),
    );
  }
}
