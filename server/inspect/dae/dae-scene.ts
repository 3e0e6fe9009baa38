import { countInstances, type Shown } from '../count-instances.ts';
import { createItemBudget } from '../item-budget.ts';
import type { XmlTag } from '../text/xml-tag.ts';

type DaeNode = { readonly id: string; readonly children: string[] };

const rememberedTags = new Set([
  'geometry',
  'controller',
  'skin',
  'morph',
  'node',
  'instance_geometry',
  'instance_controller',
  'instance_node',
]);

function toId(url: string | null): string {
  return (url ?? '').replace(/^#/, '');
}

/**
 * Follows the scene graph of a COLLADA file by keys: a letter for the kind (geometry, controller, node instance, or
 * node by number) and an ID. Triangles count as rendered, once per geometry instance of the visual scenes; if a file
 * shows no geometry, each counts once.
 */
export function createDaeSceneReader() {
  const geometries = new Map<string, number>();
  const controllers = new Map<string, string>();
  const nodes: DaeNode[] = [];
  const openNodes: DaeNode[] = [];
  const shown: string[] = [];
  const countItem = createItemBudget();
  let geometry = '';
  let controller = '';
  let isInVisualScene = false;

  function show(key: string): void {
    const parent = openNodes.at(-1);
    if (parent !== undefined) parent.children.push(key);
    else if (isInVisualScene) shown.push(key);
  }

  function openNode(id: string): void {
    const node = { id, children: [] };
    show(`n${nodes.length}`);
    nodes.push(node);
    openNodes.push(node);
  }

  function open(tag: XmlTag): void {
    if (rememberedTags.has(tag.name)) countItem(tag.length);
    switch (tag.name) {
      case 'geometry':
        geometry = toId(tag.attribute('id'));
        geometries.set(geometry, 0);
        break;
      case 'controller':
        controller = toId(tag.attribute('id'));
        break;
      case 'skin':
      case 'morph':
        controllers.set(controller, toId(tag.attribute('source')));
        break;
      case 'visual_scene':
        isInVisualScene = true;
        break;
      case 'node':
        openNode(toId(tag.attribute('id')));
        break;
      case 'instance_geometry':
        show(`g${toId(tag.attribute('url'))}`);
        break;
      case 'instance_controller':
        show(`c${toId(tag.attribute('url'))}`);
        break;
      case 'instance_node':
        show(`i${toId(tag.attribute('url'))}`);
        break;
    }
  }

  function countTriangles(): number {
    const numbers = new Map(nodes.map((node, number) => [node.id, number]));

    function listChildren(kind: string, id: string): readonly string[] {
      if (kind === 'n') return nodes[Number(id)]?.children ?? [];
      if (kind === 'i') return numbers.has(id) ? [`n${numbers.get(id)}`] : [];
      const source = controllers.get(id);
      if (source === undefined) return [];
      return [controllers.has(source) ? `c${source}` : `g${source}`];
    }

    function look(key: string): Shown {
      const [kind, id] = [key.slice(0, 1), key.slice(1)];
      if (kind === 'g') return { own: geometries.get(id) ?? 0, children: [] };
      return { own: 0, children: listChildren(kind, id) };
    }

    const total = countInstances(shown, look);
    return total > 0
      ? total
      : countInstances(
          [...geometries.keys()].map((id) => `g${id}`),
          look,
        );
  }

  return {
    open,
    close(name: string): void {
      if (name === 'node') openNodes.pop();
      else if (name === 'visual_scene') isInVisualScene = false;
    },
    addTriangles(count: number): void {
      geometries.set(geometry, (geometries.get(geometry) ?? 0) + count);
    },
    countTriangles,
  };
}
