import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { CountItem } from '../item-budget.ts';
import type { XmlTag } from '../text/xml-tag.ts';

type ThreemfObject = { triangles: number; readonly components: string[] };

/** Objects of an archive by part and ID, and the items on its build plate. */
export type ThreemfScene = {
  readonly objects: Map<string, ThreemfObject>;
  readonly items: string[];
  readonly countItem: CountItem;
};

const groupMembers = new Map([
  ['color', 'colorgroup'],
  ['base', 'basematerials'],
  ['tex2coord', 'texture2dgroup'],
  ['composite', 'compositematerials'],
  ['multi', 'multiproperties'],
]);
const groupNames = new Set(groupMembers.values());
const cornerNames = ['v1', 'v2', 'v3'] as const;
const propertyNames = ['p1', 'p2', 'p3'] as const;

function toIndex(tag: XmlTag, attribute: string): number {
  const text = tag.attribute(attribute)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function createTriangleReader(countItem: CountItem) {
  const groups = new Map<string, number>();
  let vertices = 0;
  let group = '';
  let objectGroup: string | null = null;
  let triangles = 0;

  function checkCorners(tag: XmlTag): void {
    for (const name of cornerNames) {
      const index = toIndex(tag, name);
      if (index < vertices) continue;
      const named = Number.isNaN(index) ? 'no vertex' : sentence`vertex ${{ index: formatCount(index) }}`;
      throw new BrokenFile(
        sentence`names ${{ vertex: named }} in triangle ${{ index: formatCount(triangles) }} and holds ${{ count: formatCount(vertices) }} vertices. Export it again.`,
      );
    }
  }

  function checkProperties(tag: XmlTag): void {
    const members = groups.get(tag.attribute('pid') ?? objectGroup ?? '');
    if (members === undefined) return;
    for (const name of propertyNames) {
      const property = tag.attribute(name);
      if (property === null || toIndex(tag, name) < members) continue;
      throw new BrokenFile(
        sentence`names property ${{ property }} in triangle ${{ index: formatCount(triangles) }} of a group with ${{ count: formatCount(members) }} properties. Export it again.`,
      );
    }
  }

  return {
    openObject(tag: XmlTag): void {
      objectGroup = tag.attribute('pid');
      vertices = 0;
    },
    read(tag: XmlTag): void {
      if (tag.name === 'vertex') vertices += 1;
      else if (tag.name === 'triangle') {
        triangles += 1;
        checkCorners(tag);
        checkProperties(tag);
      } else if (groupNames.has(tag.name)) {
        countItem(tag.length);
        group = tag.attribute('id') ?? '';
        groups.set(group, 0);
      } else if (groupMembers.has(tag.name)) groups.set(group, (groups.get(group) ?? 0) + 1);
    },
  };
}

/** Reads one model part's tags into the scene; throws BrokenFile for references to nothing. */
export function createThreemfModelReader(part: string, isRoot: boolean, scene: ThreemfScene) {
  const reader = createTriangleReader(scene.countItem);
  let object: ThreemfObject = { triangles: 0, components: [] };
  let hasRoot = false;

  function toKey(tag: XmlTag): string {
    scene.countItem(tag.length);
    const path = tag.attribute('p:path') ?? tag.attribute('path');
    return `${path === null ? part : path.replace(/^\/+/, '')}#${tag.attribute('objectid') ?? ''}`;
  }

  return (tag: XmlTag): void => {
    if (!hasRoot && tag.name !== 'model')
      throw new BrokenFile(sentence`contains no 3D model in "${{ part }}". Export it again.`);
    hasRoot = true;
    if (tag.name === 'object') {
      scene.countItem(tag.length);
      object = { triangles: 0, components: [] };
      scene.objects.set(`${part}#${tag.attribute('id') ?? ''}`, object);
      reader.openObject(tag);
    } else if (tag.name === 'component') object.components.push(toKey(tag));
    else if (tag.name === 'item' && isRoot) scene.items.push(toKey(tag));
    else {
      if (tag.name === 'triangle') object.triangles += 1;
      reader.read(tag);
    }
  };
}
