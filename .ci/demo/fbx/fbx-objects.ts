import { type FbxNode, fbxNode, objectName, settings } from '../../../server/base/fbx/fbx-node.ts';
import { weldPositions } from '../mesh.ts';
import type { Material } from '../model.ts';
import type { ScenePart } from '../scene.ts';

const CENTIMETRES = 100;

/** Returns a part's mesh in centimetres with welded points, a normal and a UV for every corner, and one material. */
export function describeGeometry(id: bigint, { name, mesh }: ScenePart, grain: number): FbxNode {
  const { points, pointOf } = weldPositions(mesh, grain);
  const perUnit = Math.round(1 / (grain * CENTIMETRES));
  const vertices = new Float64Array(points).map((value) => value / perUnit);
  const corners = new Int32Array(mesh.indices).map((vertex, corner) => {
    const point = pointOf[vertex] ?? 0;
    return corner % 3 === 2 ? -point - 1 : point;
  });
  const indices = new Int32Array(mesh.indices);
  const toReal = (values: Float32Array, perOne: number): Float64Array =>
    new Float64Array(values).map((value) => Math.round(value * perOne) / perOne);
  const layers = ['Normal', 'UV', 'Material'].map((type) =>
    fbxNode('LayerElement', fbxNode('Type', `LayerElement${type}`), fbxNode('TypedIndex', 0)),
  );
  const [normals, uvs] = [toReal(mesh.normals, 1000), toReal(mesh.uvs, 10_000)];
  return fbxNode(
    'Geometry',
    ...[id, objectName(name, 'Geometry'), 'Mesh', fbxNode('GeometryVersion', 124)],
    ...[fbxNode('Vertices', vertices), fbxNode('PolygonVertexIndex', corners)],
    layerElement('Normal', '', fbxNode('Normals', normals), fbxNode('NormalsIndex', indices)),
    layerElement('UV', 'UVMap', fbxNode('UV', uvs), fbxNode('UVIndex', indices)),
    layerElement('Material', '', fbxNode('Materials', Int32Array.of(0))),
    fbxNode('Layer', 0, fbxNode('Version', 100), ...layers),
  );
}

function layerElement(type: string, name: string, ...data: readonly FbxNode[]): FbxNode {
  const mapping = type === 'Material' ? 'AllSame' : 'ByPolygonVertex';
  return fbxNode(
    `LayerElement${type}`,
    ...[0, fbxNode('Version', 101), fbxNode('Name', name), fbxNode('MappingInformationType', mapping)],
    ...[fbxNode('ReferenceInformationType', 'IndexToDirect'), ...data],
  );
}

export function describeModel(id: bigint, name: string): FbxNode {
  const place = settings(
    ['InheritType', 'enum', '', '', 1],
    ['DefaultAttributeIndex', 'int', 'Integer', '', 0],
    ['Lcl Translation', 'Lcl Translation', '', 'A', 0, 0, 0],
    ['Lcl Rotation', 'Lcl Rotation', '', 'A', 0, 0, 0],
    ['Lcl Scaling', 'Lcl Scaling', '', 'A', 1, 1, 1],
  );
  const inside = [fbxNode('Version', 232), place, fbxNode('Culling', 'CullingOff')];
  return fbxNode('Model', id, objectName(name, 'Model'), 'Mesh', ...inside);
}

/** Returns Phong values that PBR importers convert back: shininess from roughness, reflection from metalness. */
export function describeMaterial(id: bigint, material: Material): FbxNode {
  const shininess = 100 * (1 - material.roughness) ** 2;
  const opacity = material.opacity ?? 1;
  const numbers = {
    ...{ DiffuseFactor: 1, EmissiveFactor: material.glow ? 1 : 0, SpecularFactor: 0.25 },
    ...{ Shininess: shininess, ShininessExponent: shininess, ReflectionFactor: material.metallic },
    ...{ TransparencyFactor: 1 - opacity, Opacity: opacity },
  };
  const look = settings(
    ['EmissiveColor', 'Color', '', 'A', ...(material.glow ?? [0, 0, 0])],
    ['AmbientColor', 'Color', '', 'A', 0, 0, 0],
    ...['Diffuse', 'Specular', 'Reflection', 'Transparent'].map(
      (name) => [`${name}Color`, 'Color', '', 'A', 1, 1, 1] as const,
    ),
    ...Object.entries(numbers).map(([name, value]) => [name, 'Number', '', 'A', value] as const),
  );
  const inside = [fbxNode('Version', 102), fbxNode('ShadingModel', 'phong'), fbxNode('MultiLayer', 0), look];
  return fbxNode('Material', id, objectName(material.name, 'Material'), '', ...inside);
}

type TextureInput = { readonly texture: bigint; readonly video: bigint; readonly file: string };

export function describeTexture({ texture, video, file }: TextureInput, name: string): readonly FbxNode[] {
  const files = (key: string) => [fbxNode(key, file), fbxNode('RelativeFilename', file)];
  const use = settings(['UVSet', 'KString', '', '', 'UVMap'], ['UseMaterial', 'bool', '', '', 1]);
  const [ownName, videoName] = [objectName(name, 'Texture'), objectName(name, 'Video')];
  return [
    fbxNode(
      'Texture',
      ...[texture, ownName, '', fbxNode('Type', 'TextureVideoClip'), fbxNode('Version', 202)],
      ...[fbxNode('TextureName', ownName), use, fbxNode('Media', videoName), ...files('FileName')],
    ),
    fbxNode(
      'Video',
      ...[video, videoName, 'Clip', fbxNode('Type', 'Clip')],
      ...[settings(['Path', 'KString', 'XRefUrl', '', file]), fbxNode('UseMipMap', 0), ...files('Filename')],
    ),
  ];
}
