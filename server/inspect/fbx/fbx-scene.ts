import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { createItemBudget } from '../item-budget.ts';
import { listReferences } from '../references.ts';
import { type FbxEvents, toArrayLength } from './fbx-events.ts';
import { countFbxTriangles, createFbxObjects, type FbxObjects, isFbxAnimated } from './fbx-objects.ts';
import { findFbxTextures } from './fbx-textures.ts';

/** Counts the triangles of one polygon list, in which a negative number ends a polygon. */
function createFbxPolygonCounter() {
  let corners = 0;
  let triangles = 0;
  let highest = -1;

  return {
    add(index: number): void {
      corners += 1;
      const vertex = index < 0 ? ~index : index;
      if (vertex > highest) highest = vertex;
      if (index >= 0) return;
      if (corners > 2) triangles += corners - 2;
      corners = 0;
    },
    /** Returns the triangles; throws BrokenFile if a polygon names a missing vertex. */
    finish(vertices: number | null): number {
      if (vertices !== null && highest >= vertices) {
        const [named, present] = [formatCount(highest), formatCount(vertices)];
        throw new BrokenFile(
          sentence`names vertex ${{ index: named }} in a mesh of ${{ count: present }} vertices. Export it again.`,
        );
      }
      return triangles;
    },
  };
}

type OpenObject = {
  readonly kind: string;
  readonly id: string;
  readonly polygons: ReturnType<typeof createFbxPolygonCounter>;
  vertices: number | null;
  file: string;
  relativeFile: string;
  isEmbedded: boolean;
  keys: number;
};

const topNodes = new Set(['Objects', 'Connections', 'Takes']);
const objectKinds = new Set([
  'Geometry',
  'Model',
  'Material',
  'Texture',
  'Video',
  'Deformer',
  'AnimationStack',
  'AnimationLayer',
  'AnimationCurveNode',
  'AnimationCurve',
]);
const objectNodes = new Set([
  'PolygonVertexIndex',
  'Vertices',
  'KeyTime',
  'RelativeFilename',
  'FileName',
  'Filename',
  'Content',
]);
const objectsWithChildren = new Set(['Geometry', 'Model', 'Texture', 'Video', 'AnimationCurve']);
const rigKinds = new Set(['Skin', 'Cluster']);

function openObject(kind: string, id: string): OpenObject {
  const polygons = createFbxPolygonCounter();
  return { kind, id, polygons, vertices: null, file: '', relativeFile: '', isEmbedded: false, keys: 0 };
}

/** Returns whether the node's children are needed. */
function readObjectNode(object: OpenObject, name: string, properties: readonly string[]): boolean {
  const first = properties[0] ?? '';
  if (name === 'PolygonVertexIndex') return true;
  if (name === 'Vertices') {
    const numbers = toArrayLength(first);
    object.vertices = numbers === null ? null : Math.floor(numbers / 3);
  } else if (name === 'KeyTime') object.keys = toArrayLength(first) ?? properties.length;
  else if (name === 'RelativeFilename') object.relativeFile = first;
  else if (name === 'FileName' || name === 'Filename') object.file = first;
  else if (name === 'Content') object.isEmbedded = properties.some((value) => value !== '' && value !== '*0');
  return false;
}

function storeObject(objects: FbxObjects, object: OpenObject): void {
  const { id, kind } = object;
  const file = object.relativeFile === '' ? object.file : object.relativeFile;
  if (kind === 'Geometry' || kind === 'Model') {
    const triangles = object.polygons.finish(object.vertices);
    if (triangles > 0) objects.triangles.set(id, triangles);
  } else if (kind === 'Texture' && file !== '') objects.textures.set(id, file);
  else if (kind === 'Video') objects.videos.set(id, { file, isEmbedded: object.isEmbedded });
  else if (kind === 'AnimationCurve' && object.keys > 0) objects.curvesWithKeys.add(id);
}

function createFbxObjectReader(objects: FbxObjects) {
  const sets = new Map([
    ['Model', objects.models],
    ['AnimationStack', objects.stacks],
    ['AnimationLayer', objects.layers],
    ['AnimationCurveNode', objects.curveNodes],
  ]);
  const countItem = createItemBudget();
  const linked = new Set(['Geometry', 'Video', 'AnimationCurve', 'AnimationCurveNode', 'AnimationLayer']);

  return {
    isRig: (properties: readonly string[]) => rigKinds.has(properties.at(-1) ?? ''),
    register(kind: string, [id = '', name = '']: readonly string[]): void {
      countItem(id.length);
      sets.get(kind)?.add(id);
      // FBX 6 has no numeric IDs: the name is the ID.
      if (kind === 'Material') objects.materials.set(id, name === '' ? id : name);
      if (linked.has(kind)) objects.parents.set(id, []);
    },
    connect([, child = '', parent = '', property]: readonly string[]): void {
      if (property !== undefined && objects.textures.has(child)) {
        countItem(property.length);
        objects.textureUses.push({ texture: child, material: parent, property });
      }
      const parents = objects.parents.get(child);
      if (parents === undefined) return;
      countItem(parent.length);
      parents.push(parent);
    },
  };
}

export function createFbxScene(): FbxEvents & { readonly finish: () => Findings } {
  const objects = createFbxObjects();
  const reader = createFbxObjectReader(objects);
  const path: string[] = [];
  let object: OpenObject | null = null;
  let rigged = false;
  let hasTakeKeys = false;

  function openBelowTop(name: string, properties: readonly string[]): boolean {
    const [top] = path;
    if (top === 'Connections') {
      reader.connect(properties);
      return false;
    }
    if (top === 'Takes') {
      if (name === 'KeyCount' && Number(properties[0]) > 1) hasTakeKeys = true;
      return true;
    }
    if (path.length > 1)
      return object !== null && path.length === 2 && readObjectNode(object, name, properties);
    const id = properties[0] ?? '';
    reader.register(name, properties);
    if (name === 'Deformer') rigged ||= reader.isRig(properties);
    object = openObject(name, id);
    return objectsWithChildren.has(name);
  }

  function isWanted(name: string): boolean {
    const [top] = path;
    if (top === undefined) return topNodes.has(name);
    if (top !== 'Objects') return top === 'Takes' || name === 'C' || name === 'Connect';
    return path.length === 1 ? objectKinds.has(name) : path.length === 2 && objectNodes.has(name);
  }

  return {
    isWanted,
    open(name, properties) {
      const isOpen = path.length === 0 || openBelowTop(name, properties);
      if (isOpen) path.push(name);
      return isOpen;
    },
    corner: (index) => object?.polygons.add(index),
    close() {
      path.pop();
      if (path.length !== 1 || object === null) return;
      storeObject(objects, object);
      object = null;
    },
    finish() {
      const { references, ...textures } = findFbxTextures(objects);
      return {
        ...noFindings,
        triangles: countFbxTriangles(objects),
        animated: hasTakeKeys || isFbxAnimated(objects),
        rigged,
        references: listReferences(references),
        ...textures,
      };
    },
  };
}
