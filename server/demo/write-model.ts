import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoModel } from './model.ts';
import { buildScene, nameTexture, type Scene } from './scene.ts';
import { settleModel } from './settle-model.ts';
import { writeFbx } from './write-fbx.ts';
import { writeGlb } from './write-glb.ts';
import { writeMtl, writeObj } from './write-obj.ts';
import { writePng } from './write-png.ts';

export type Topology = '1k' | '10k' | '100k';
export type TriangleBudgets = Readonly<Record<Topology, number>>;

const TOPOLOGIES: readonly Topology[] = ['1k', '10k', '100k'];

/** The folder a model gets, and the hidden one it is written in first. */
export function nameModelFolders(
  library: string,
  title: string,
): { readonly ready: string; readonly draft: string } {
  return { ready: path.join(library, title), draft: path.join(library, `.${title}.draft`) };
}

/** Writes one model whole, or leaves it alone when its folder exists. */
export async function writeModel(library: string, model: DemoModel, budgets: TriangleBudgets): Promise<void> {
  const { ready, draft } = nameModelFolders(library, model.title);
  if (await exists(ready)) return;
  await rm(draft, { recursive: true, force: true });
  const pictures = new Map(
    model.materials.map((material) => [material.name, writePng(material.paint, material.pixels ?? 256)]),
  );
  const settled = settleModel(model);
  let isAnimated = false;
  for (const topology of TOPOLOGIES) {
    const scene = buildScene(settled, budgets[topology]);
    isAnimated = scene.parts.some((part) => part.spin !== undefined);
    await writeTopology(path.join(draft, topology), { scene, pictures, isAnimated });
  }
  await writeFile(path.join(draft, 'product.json'), describeProduct(model, isAnimated));
  await rename(draft, ready);
}

type TopologyInput = {
  readonly scene: Scene;
  readonly pictures: ReadonlyMap<string, Buffer>;
  readonly isAnimated: boolean;
};

async function writeTopology(folder: string, { scene, pictures, isAnimated }: TopologyInput): Promise<void> {
  const { slug } = scene;
  await mkdir(path.join(folder, 'textures'), { recursive: true });
  const write = (name: string, data: Buffer): Promise<void> => writeFile(path.join(folder, name), data);
  await write(`${slug}.glb`, writeGlb(scene, { pictures }));
  if (isAnimated) await write(`${slug}-animated.glb`, writeGlb(scene, { pictures, isAnimated }));
  await write(`${slug}.obj`, writeObj(scene));
  await write(`${slug}.mtl`, writeMtl(scene));
  await write(`${slug}.fbx`, writeFbx(scene));
  for (const { name } of scene.materials)
    await write(path.join('textures', nameTexture(slug, name)), pictures.get(name) ?? Buffer.alloc(0));
}

function describeProduct(model: DemoModel, isAnimated: boolean): string {
  const product = {
    title: model.title,
    description: model.description,
    type: 0,
    category: model.category,
    subcategory: model.subcategory,
    tags: model.tags,
    keywords: model.keywords,
    license: 'CC0-1.0',
    attribution: 'Lodestock demo library',
    priceUsd: model.priceUsd,
    animated: isAnimated,
    rigged: false,
    sourceUpdatedAt: model.updatedAt,
  };
  return `${JSON.stringify(product, null, 2)}\n`;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
