import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from '../../base/storage/rename-patiently.ts';
import { writeFbx } from './fbx/write-fbx.ts';
import type { DemoModel, Material } from './model.ts';
import { buildLevels, nameTexture, type Scene } from './scene.ts';
import { writeGlb } from './write-glb.ts';
import { writeMtl, writeObj } from './write-obj.ts';
import { writePng } from './write-png.ts';

export type Topology = '1k' | '10k' | '100k';
export type TriangleBudgets = Readonly<Record<Topology, number>>;

const TOPOLOGIES: readonly Topology[] = ['1k', '10k', '100k'];

/** A function that writes one model whole, or leaves it alone when its folder exists. */
export function createModelWriter(library: string, budgets: TriangleBudgets) {
  const pictures = new Map<Material, Buffer>();
  const paint = (material: Material): Buffer => {
    const picture = pictures.get(material) ?? writePng(material.paint, material.pixels ?? 256);
    pictures.set(material, picture);
    return picture;
  };
  return async (model: DemoModel): Promise<void> => {
    const ready = path.join(library, model.title);
    const draft = path.join(library, `.${model.title}.draft`);
    if (existsSync(ready)) return;
    await rm(draft, { recursive: true, force: true });
    const scenes = buildLevels(
      model,
      TOPOLOGIES.map((topology) => budgets[topology]),
    );
    for (const [index, scene] of scenes.entries()) {
      const topology = TOPOLOGIES[index] ?? '1k';
      const textures = new Map(scene.materials.map((material) => [material.name, paint(material)]));
      await writeTopology(path.join(draft, topology), { scene, textures, hasObj: topology !== '100k' });
    }
    await writeFile(path.join(draft, 'product.json'), describeProduct(model, scenes.some(canMove)));
    await renamePatiently(draft, ready);
  };
}

function canMove(scene: Scene): boolean {
  return scene.parts.some((part) => part.spin !== undefined);
}

type TopologyInput = {
  readonly scene: Scene;
  /** A PNG for each material's name. */
  readonly textures: ReadonlyMap<string, Buffer>;
  /** The text of 100,000 triangles weighs more than all other files of a model together. */
  readonly hasObj: boolean;
};

async function writeTopology(folder: string, { scene, textures, hasObj }: TopologyInput): Promise<void> {
  const { slug } = scene;
  await mkdir(path.join(folder, 'textures'), { recursive: true });
  const write = (name: string, data: Buffer): Promise<void> => writeFile(path.join(folder, name), data);
  await write(`${slug}.glb`, writeGlb(scene, { textures }));
  if (canMove(scene)) await write(`${slug}-animated.glb`, writeGlb(scene, { textures, isAnimated: true }));
  await write(`${slug}.fbx`, writeFbx(scene));
  if (hasObj) {
    await write(`${slug}.obj`, writeObj(scene));
    await write(`${slug}.mtl`, writeMtl(scene));
  }
  for (const [material, picture] of textures)
    await write(path.join('textures', nameTexture(slug, material)), picture);
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
