import { fbxNode, int, long, objectName, text } from './fbx-build.ts';
import type { FbxNode } from './fbx-node.ts';
import type { ScenePart } from './scene.ts';
import { NORMAL_STEP, type Rows, UV_STEP, weldMesh } from './weld.ts';

const CENTIMETRES = 100;

/** A part's mesh in centimetres, with a normal and a UV for every corner and one material. */
export function describeGeometry(id: number, part: ScenePart, grain: number): FbxNode {
  const mesh = weldMesh(part.mesh, grain);
  const corners = Int32Array.from(mesh.indices, (vertex, corner) => {
    const row = mesh.positions.rowOfVertex[vertex] ?? 0;
    return corner % 3 === 2 ? -row - 1 : row;
  });
  const pick = (rows: Rows): Int32Array =>
    Int32Array.from(mesh.indices, (vertex) => rows.rowOfVertex[vertex] ?? 0);
  const children = [
    fbxNode('GeometryVersion', [int(124)]),
    doubles('Vertices', mesh.positions, grain * CENTIMETRES),
    ints('PolygonVertexIndex', corners),
    layerElement('LayerElementNormal', { name: '', mapping: 'ByPolygonVertex' }, [
      doubles('Normals', mesh.normals, NORMAL_STEP),
      ints('NormalsIndex', pick(mesh.normals)),
    ]),
    layerElement('LayerElementUV', { name: 'UVMap', mapping: 'ByPolygonVertex' }, [
      doubles('UV', mesh.uvs, UV_STEP),
      ints('UVIndex', pick(mesh.uvs)),
    ]),
    layerElement('LayerElementMaterial', { name: '', mapping: 'AllSame' }, [
      ints('Materials', Int32Array.of(0)),
    ]),
    describeLayer(['LayerElementNormal', 'LayerElementUV', 'LayerElementMaterial']),
  ];
  return fbxNode('Geometry', [long(id), objectName(part.name, 'Geometry'), text('Mesh')], children);
}

function ints(name: string, value: Int32Array): FbxNode {
  return fbxNode(name, [{ kind: 'ints', value }]);
}

function doubles(name: string, rows: Rows, step: number): FbxNode {
  const perUnit = Math.round(1 / step);
  return fbxNode(name, [
    { kind: 'doubles', value: Float64Array.from(rows.values, (value) => value / perUnit) },
  ]);
}

type LayerKind = { readonly name: string; readonly mapping: 'ByPolygonVertex' | 'AllSame' };

function layerElement(type: string, { name, mapping }: LayerKind, data: readonly FbxNode[]): FbxNode {
  const head = [
    fbxNode('Version', [int(101)]),
    fbxNode('Name', [text(name)]),
    fbxNode('MappingInformationType', [text(mapping)]),
    fbxNode('ReferenceInformationType', [text('IndexToDirect')]),
  ];
  return fbxNode(type, [int(0)], [...head, ...data]);
}

function describeLayer(types: readonly string[]): FbxNode {
  const elements = types.map((type) =>
    fbxNode('LayerElement', [], [fbxNode('Type', [text(type)]), fbxNode('TypedIndex', [int(0)])]),
  );
  return fbxNode('Layer', [int(0)], [fbxNode('Version', [int(100)]), ...elements]);
}
