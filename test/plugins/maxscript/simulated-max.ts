import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, ControlState, MaxState } from './commands.ts';
import { describe, itemsIn } from './describe.ts';
import { createDotNet, type Wire } from './dot-net.ts';
import { createCallbacks } from './host-callbacks.ts';
import { createFileFunctions } from './host-files.ts';
import { createForms } from './host-forms.ts';
import { createImporters } from './host-import.ts';
import { createMaterials, describeMaterials, toMaterial } from './host-materials.ts';
import { createMenus } from './host-menus.ts';
import { createMoment } from './host-moment.ts';
import { createScene } from './host-scene.ts';
import { createSystem, guard } from './host-system.ts';
import { createTextFunctions } from './host-text.ts';
import { createInterpreter } from './interpreter.ts';
import { multiply, translation } from './matrix.ts';
import type { SceneNode } from './scene-nodes.ts';
import { isKind, type MaxObject, type Value } from './values.ts';

type MaxOptions = { readonly root: string; readonly year: number; readonly wire: Wire };

/** The scripts of a package in ApplicationPlugins that a year runs before or after it has built its menus. */
function listScripts(folder: string, when: 'pre' | 'post', year: number): string[] {
  const text = readFileSync(path.join(folder, 'PackageContents.xml'), 'utf8');
  const components = text.matchAll(
    /<Components Description="(\w+)-start-up scripts parts">(.*?)<\/Components>/gs,
  );
  return [...components].flatMap(([, named, inside = '']) => {
    const find = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(inside)?.[1];
    const isMeant = year >= Number(find('SeriesMin') ?? 0) && year <= Number(find('SeriesMax') ?? 9999);
    return named === when && isMeant ? [path.join(folder, find('ModuleName') ?? '')] : [];
  });
}

const memberOf = (object: Value, name: string): Value =>
  isKind(object, 'object') ? object.members.get(name)?.get() : undefined;

function showControl(control: MaxObject): ControlState {
  const read = (name: string) => memberOf(control, name);
  const textIn = (name: string) => String(read(name) ?? '');
  return {
    text: textIn('text'),
    caption: textIn('caption'),
    items: (itemsIn(read('items')) ?? []).map(String),
    selection: Number(read('selection') ?? 0),
    value: Number(read('value') ?? 0),
    interval: Number(read('interval') ?? 0),
    enabled: read('enabled') === true,
    active: read('active') === true,
    pictures: (itemsIn(read('a person sees')) ?? []).map(String),
  };
}

function showNode(node: SceneNode): MaxState['nodes'][number] {
  return {
    name: node.name,
    parent: node.parent?.name ?? '',
    position: [...(node.world.rows[3] ?? [])],
    layer: describe(memberOf(node.layer, 'name')),
    material: node.material === undefined ? '' : describe(memberOf(node.material, 'name')),
    properties: node.properties,
    surfaces: describeMaterials(node.material),
  };
}

/** 3ds Max of a year, as far as a script meets it: `run` does what a command says and shows what came of it. */
export function createMax({ root, year, wire }: MaxOptions) {
  const dotNet = createDotNet(wire);
  const forms = createForms(dotNet);
  const interpreter = createInterpreter({ ...dotNet.net, createControl: forms.createControl });
  const printed: string[] = [];
  const scene = createScene();
  const callbacks = createCallbacks(interpreter, year);
  const moment = createMoment(callbacks);
  const importers = createImporters(scene, { root, moment });
  const menus = createMenus(interpreter, year, callbacks);
  const system = createSystem(interpreter, { root, year, dotNet, forms, moment });
  const files = createFileFunctions(root);
  const texts = createTextFunctions((line) => printed.push(line));
  const hosts = [scene, importers, callbacks, moment, menus, system];
  const parts = [texts, files, createMaterials(year), ...hosts.map(({ variables }) => variables)];
  for (const [name, value] of parts.flat())
    interpreter.global.names.set(name.toLowerCase(), { get: () => value });
  const own = new Set(interpreter.global.names.keys());

  const controls = () =>
    [...system.open].flatMap((rollout) =>
      [...rollout.members].flatMap(([name, member]) => {
        const control = member.get();
        return isKind(control, 'object') && control.members.has('enabled')
          ? [{ rollout, name, control }]
          : [];
      }),
    );
  const find = (name: string) => {
    const found = controls().find((one) => one.name === name.toLowerCase());
    if (found === undefined) throw new Error(`no open panel has ${name}`);
    if (memberOf(found.control, 'enabled') !== true) throw new Error(`${name} is disabled`);
    return found;
  };
  const fire = (name: string, event: string, values: readonly Value[] = []) =>
    system.fire(find(name).rollout, `${name.toLowerCase()}.${event}`, values);
  const choose = (name: string, item: string | number) => {
    const { control } = find(name);
    const items = itemsIn(memberOf(control, 'items')) ?? [];
    const selection = typeof item === 'number' ? item : items.indexOf(item) + 1;
    if (selection < 1 || selection > items.length)
      throw new Error(`${name} offers ${items.map(describe).join(', ')}, not ${item}`);
    const list = control.members.get('a person selects');
    (list ?? control.members.get('selection'))?.set?.(selection);
    fire(name, list ? 'selectedindexchanged' : 'selected', list ? [] : [selection]);
  };
  const changeScene = (command: Extract<Command, { node: string }>) => {
    if (command.do === 'add') {
      scene.add(command.node);
      return;
    }
    const node = scene.named(command.node);
    if (command.do === 'move') scene.place(node, multiply(node.world, translation(command.by)));
    else if (command.do === 'link') node.parent = scene.named(command.parent);
    else if (command.do === 'dress') node.material = toMaterial(command.material);
    else node.layer = scene.layerNamed(command.layer);
  };
  const act = (command: Command): Value => {
    switch (command.do) {
      case 'drop':
        return void system.runFile(command.file);
      case 'startPackage':
        for (const file of listScripts(command.folder, 'pre', year)) system.runFile(file);
        menus.build();
        return void listScripts(command.folder, 'post', year).forEach(system.runFile);
      case 'startUp':
        return void system.listStartup().forEach(system.runFile);
      case 'macro':
        return void guard(interpreter, () => interpreter.macros.get(command.name.toLowerCase())?.execute());
      case 'press':
        return void fire(command.control, 'pressed');
      case 'type':
        return void find(command.control).control.members.get('text')?.set?.(command.text);
      case 'choose':
        return void choose(command.control, command.item);
      case 'tick':
        return void (
          memberOf(find(command.control).control, 'active') === true && fire(command.control, 'tick')
        );
      case 'clock':
        return void system.tick();
      case 'close':
        return void system.close();
      case 'pressLater':
        return void system.whenPumped(command.when, () => fire(command.control, 'pressed'));
      case 'occupy':
        return void moment.occupy(command.by);
      case 'select':
        return void scene.select(command.nodes.map(scene.named));
      case 'evaluate':
        return interpreter.run(command.source);
      case 'decline':
        return void system.decline();
      case 'look':
        return undefined;
      default:
        return void changeScene(command);
    }
  };
  return (command: Command): MaxState => {
    const result = describe(act(command));
    return {
      result,
      isOpen: system.open.size > 0,
      controls: Object.fromEntries(controls().map(({ name, control }) => [name, showControl(control)])),
      launched: system.launched,
      messages: system.messages,
      printed,
      menu: menus.listEntries(),
      menuLoads: menus.countLoads(),
      nodes: scene.living().map(showNode),
      imports: importers.imports,
      objSettings: importers.objSettings,
      sessionMaps: importers.sessionMaps,
      lastingMaps: importers.lastingMaps,
      clocks: system.countClocks(),
      globals: [...interpreter.global.names.keys()].filter((name) => !own.has(name)),
      undoable: interpreter.steps,
      faults: interpreter.faults,
    };
  };
}
