import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SphereGeometry } from 'three';
import { toMesh } from '../../../.ci/demo/mesh.ts';
import { nameTexture, type Scene } from '../../../.ci/demo/scene.ts';
import { writeGlb } from '../../../.ci/demo/write-glb.ts';
import { writePng } from '../../../.ci/demo/write-png.ts';
import { readRealRecords } from '../catalogue/records.ts';
import { typicalGlb } from '../typical-glb.ts';

/** A ball of 1,024 triangles, as a thing that people look at, not as triangles all over the view. */
const ball = () => {
  const name = 'ball';
  const paint = () => [0.8, 0.1, 0.08] as const;
  const scene: Scene = {
    ...{ slug: name, title: name, license: 'CC0-1.0', grain: 1e-4 },
    materials: [{ name, paint, metallic: 0, roughness: 0.7, pixels: 256 }],
    parts: [{ name, material: name, mesh: toMesh(new SphereGeometry(1, 32, 17), 1e-4) }],
  };
  return writeGlb(scene, {
    textures: new Map([[nameTexture(name, name, 'basecolor'), writePng(paint, 256)]]),
  });
};

/** A library named after real records, one small GLB each; the first is a ball. */
export function makeNamedLibrary(most: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-face-'));
  const small = typicalGlb(40);
  const { records } = readRealRecords();
  for (const [index, record] of records.slice(0, most).entries()) {
    const { name: title, category, subcategory, keywords } = record;
    const model = path.join(folder, `model-${index}`);
    mkdirSync(path.join(model, '1k'), { recursive: true });
    const product = { guid: `model-${index}`, title, category, subcategory, tags: keywords.slice(0, 6) };
    writeFileSync(path.join(model, 'product.json'), JSON.stringify(product));
    const glb = Buffer.from(small);
    glb.writeFloatLE(index / records.length, glb.length - 4); // no two files are equal
    writeFileSync(path.join(model, '1k/model.glb'), index === 0 ? ball() : glb);
  }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  return { folder, modelCount: Math.min(most, records.length), remove };
}
