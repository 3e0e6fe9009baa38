import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeFbx } from './fbx/write-fbx.ts';
import type { DemoModel, Material } from './model.ts';
import { buildLevels, nameTexture, type Scene } from './scene.ts';
import { type MapName, mapsOf, paintMaps } from './textures/maps.ts';
import { writeGlb } from './write-glb.ts';
import { writeMtl, writeObj } from './write-obj.ts';
import { writePng } from './write-png.ts';

export type Topology = '1k' | '10k' | '100k';
export type TriangleBudgets = Readonly<Record<Topology, number>>;

const topologies: readonly Topology[] = ['1k', '10k', '100k'];

/** Returns a function that writes a model to a folder named after its title. */
export function createModelWriter(library: string, budgets: TriangleBudgets) {
  const pictures = new Map<Material, ReadonlyMap<MapName, Buffer>>();
  const paint = (material: Material): ReadonlyMap<MapName, Buffer> => {
    const painters = paintMaps(material);
    const painted =
      pictures.get(material) ??
      new Map(
        mapsOf(material).flatMap((map) => {
          const { paint, pixels } = painters[map] ?? painters.basecolor;
          return [[map, writePng(paint, pixels)] as const];
        }),
      );
    pictures.set(material, painted);
    return painted;
  };
  return (model: DemoModel): string => {
    const folder = path.join(library, model.title);
    const scenes = buildLevels(
      model,
      topologies.map((topology) => budgets[topology]),
    );
    for (const [index, scene] of scenes.entries()) {
      const topology = topologies[index] ?? '1k';
      const textures = new Map(
        scene.materials.flatMap((material) =>
          [...paint(material)].map(
            ([map, picture]) => [nameTexture(scene.slug, material.name, map), picture] as const,
          ),
        ),
      );
      writeTopology(path.join(folder, topology), { scene, textures, isLight: topology !== '100k' });
    }
    writeFileSync(path.join(folder, 'product.json'), describeProduct(model, scenes.some(canMove)));
    return folder;
  };
}

function canMove(scene: Scene): boolean {
  return scene.parts.some((part) => part.spin !== undefined);
}

type TopologyInput = {
  readonly scene: Scene;
  readonly textures: ReadonlyMap<string, Buffer>;
  /** FBX and OBJ of 100,000 triangles are larger than all other files of a model together. */
  readonly isLight: boolean;
};

function writeTopology(folder: string, { scene, textures, isLight }: TopologyInput): void {
  const { slug } = scene;
  mkdirSync(folder, { recursive: true });
  const write = (name: string, data: string | Buffer) => writeFileSync(path.join(folder, name), data);
  write(`${slug}.glb`, writeGlb(scene, { textures }));
  if (canMove(scene)) write(`${slug}-animated.glb`, writeGlb(scene, { textures, isAnimated: true }));
  if (!isLight) return;
  write(`${slug}.fbx`, writeFbx(scene));
  write(`${slug}.obj`, writeObj(scene));
  write(`${slug}.mtl`, writeMtl(scene));
  mkdirSync(path.join(folder, 'textures'));
  for (const [name, picture] of textures) write(path.join('textures', name), picture);
}

function describeProduct(model: DemoModel, isAnimated: boolean): string {
  const [category, subcategory] = model.category.split(' / ');
  const { title, description, tags, keywords, license, priceUsd } = model;
  const product = {
    ...{ title, description, type: 0, category, subcategory, tags, keywords, license },
    attribution: 'Lodestock demo library',
    priceUsd,
    animated: isAnimated,
    rigged: false,
    sourceUpdatedAt: model.updatedAt,
  };
  return `${JSON.stringify(product, null, 2)}\n`;
}
