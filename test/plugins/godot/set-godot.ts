import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { sampleGlb } from '../../helpers/sample-files.ts';
import type { Hear, Line } from '../blender/run-python.ts';
import { makeKitLibrary } from '../kit/kit-library.ts';
import { startPluginStage } from '../plugin-stage.ts';
import { godot, makeProject, type Project, toStatuses, walkEditor } from './godot-project.ts';

export const needsGodot = test.skipIf(godot === null);

const glbs = (folder: string, triangles: number) =>
  Object.fromEntries(
    ['1k', '10k', '100k'].map((lod, at) => [
      `${folder}/${lod}/it.glb`,
      sampleGlb({ triangles: triangles * 10 ** at }),
    ]),
  );
const product = (title: string, more: object = {}) => ({
  [`${title}/product.json`]: JSON.stringify({ title, license: 'CC-BY-4.0', ...more }),
});
/** A glTF with its data and a texture beside it. */
const stool = Object.fromEntries(
  Object.entries(makeKitLibrary()).flatMap(([name, content]) =>
    /^plain\/10k\/.*(gltf|bin|png)$/.test(name) ? [[name.replace('plain', 'Stool'), content]] : [],
  ),
);
type Step = readonly string[];

/** A server with three models for the tests of a file, and a project for each of them. */
export function setGodot() {
  const parts: { stage?: Awaited<ReturnType<typeof startPluginStage>> } = {};
  const projects: Project[] = [];
  beforeAll(async () => {
    if (godot === null) return;
    parts.stage = await startPluginStage({
      ...product('Oak chair', { attribution: 'Oak chair by Ada' }),
      ...glbs('Oak chair', 10),
      ...product('Palace', { priceUsd: 500 }),
      ...glbs('Palace', 20),
      ...product('Shelf'),
      ...glbs('Shelf', 30),
      ...stool,
    });
  });
  beforeEach(() => {
    if (godot !== null) projects.push(makeProject());
  });
  afterEach(() => {
    parts.stage?.fault.set('none');
    parts.stage?.overlay.clear();
  });
  afterAll(async () => {
    await parts.stage?.close();
    for (const { remove } of projects) remove();
  });

  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the stage was not set');
    return value;
  };
  const stage = () => required(parts.stage);
  const project = () => required(projects.at(-1));
  return {
    stage,
    project,
    guidOf: async (title: string) =>
      (await stage().server.call('search', { q: title })).body.results[0]?.guid ?? '',
    /** Connects, signs in, and takes these steps. */
    walk: (steps: readonly Step[], onLine: Hear = () => {}) =>
      walkEditor(project(), {
        server: stage().address,
        steps: [['connect_to'], ['sign_in'], ...steps],
        async onLine(line) {
          if (typeof line.approve === 'string') await stage().approve(line.approve);
          await onLine(line);
        },
      }),
  };
}

/** What the dock said after each step of a name. */
export const statusesOf = (lines: readonly Line[], step: string) =>
  toStatuses(lines).flatMap(([name, status]) => (name === step ? [status] : []));
