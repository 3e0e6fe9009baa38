import type { Accessor, Mesh } from '@gltf-transform/core';
import { type FbxNode, fbxNode, objectName } from '../../../base/fbx/fbx-node.ts';
import { toFloats } from '../read/to-floats.ts';
import { type Drawn, listDrawn, listMaterials } from '../simplify/drawn-parts.ts';

const centimetres = 100;

type Layer = {
  readonly type: 'Normal' | 'UV' | 'Color';
  readonly semantic: string;
  /** Values of a corner, from those of its vertex. */
  readonly read: (accessor: Accessor, vertex: number) => readonly number[];
  /** Values for parts of the mesh that have none. */
  readonly without: readonly number[];
};

const elementOf = (accessor: Accessor, vertex: number) => accessor.getElement(vertex, []);
const layers: readonly Layer[] = [
  { type: 'Normal', semantic: 'NORMAL', read: elementOf, without: [0, 0, 0] },
  {
    type: 'UV',
    semantic: 'TEXCOORD_0',
    read(accessor, vertex) {
      const [u = 0, v = 0] = elementOf(accessor, vertex);
      return [u, 1 - v];
    },
    without: [0, 0],
  },
  {
    type: 'Color',
    semantic: 'COLOR_0',
    read(accessor, vertex) {
      const [red = 1, green = 1, blue = 1, alpha = 1] = elementOf(accessor, vertex);
      return [red, green, blue, alpha];
    },
    without: [1, 1, 1, 1],
  },
];
const namesOf: Readonly<Record<Layer['type'], readonly [data: string, index: string]>> = {
  Normal: ['Normals', 'NormalsIndex'],
  UV: ['UV', 'UVIndex'],
  Color: ['Colors', 'ColorIndex'],
};

function element(type: string, name: string, mapping: string, ...data: readonly FbxNode[]): FbxNode {
  return fbxNode(
    `LayerElement${type}`,
    ...[0, fbxNode('Version', 101), fbxNode('Name', name), fbxNode('MappingInformationType', mapping)],
    ...[fbxNode('ReferenceInformationType', 'IndexToDirect'), ...data],
  );
}

/** Values of every vertex of all parts; null if no part has any. */
function describeLayer(layer: Layer, drawn: readonly Drawn[], corners: Int32Array): FbxNode | null {
  const { type, semantic, read, without } = layer;
  if (!drawn.some(({ primitive }) => primitive.getAttribute(semantic) !== null)) return null;
  const values = drawn.flatMap(({ primitive }) => {
    const accessor = primitive.getAttribute(semantic);
    const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    return Array.from({ length: count }, (_, vertex) => (accessor ? read(accessor, vertex) : without)).flat();
  });
  const [data, index] = namesOf[type];
  return element(
    type,
    type === 'UV' ? 'UVMap' : '',
    'ByPolygonVertex',
    fbxNode(data, new Float64Array(values)),
    fbxNode(index, corners),
  );
}

/** A mesh in centimetres, with normals, UVs and colours per corner and a material per triangle. */
export function describeGeometry(id: bigint, mesh: Mesh): FbxNode {
  const drawn = listDrawn(mesh);
  const points: number[] = [];
  const corners: number[] = [];
  const materials: number[] = [];
  const all = listMaterials(drawn);
  for (const { primitive, indices } of drawn) {
    const material = all.indexOf(primitive.getMaterial());
    const first = points.length / 3;
    const accessor = primitive.getAttribute('POSITION');
    if (accessor) for (const value of toFloats(accessor)) points.push(value * centimetres);
    for (const vertex of indices) corners.push(first + vertex);
    for (let at = 0; at < indices.length; at += 3) materials.push(material);
  }
  const vertices = Int32Array.from(corners);
  const polygons = vertices.map((point, corner) => (corner % 3 === 2 ? -point - 1 : point));
  const found = layers.flatMap((layer) => {
    const node = describeLayer(layer, drawn, vertices);
    return node ? [{ type: layer.type, node }] : [];
  });
  const types = [...found.map(({ type }) => type), 'Material'];
  return fbxNode(
    'Geometry',
    ...[id, objectName(mesh.getName(), 'Geometry'), 'Mesh', fbxNode('GeometryVersion', 124)],
    ...[fbxNode('Vertices', new Float64Array(points)), fbxNode('PolygonVertexIndex', polygons)],
    ...found.map(({ node }) => node),
    element('Material', '', 'ByPolygon', fbxNode('Materials', Int32Array.from(materials))),
    fbxNode(
      'Layer',
      ...[0, fbxNode('Version', 100)],
      ...types.map((type) =>
        fbxNode('LayerElement', fbxNode('Type', `LayerElement${type}`), fbxNode('TypedIndex', 0)),
      ),
    ),
  );
}
