import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Document = z.object({
  meshes: z.array(
    z.object({
      name: z.string(),
      primitives: z.array(
        z.object({
          indices: z.number(),
          attributes: z.object({ POSITION: z.number() }),
          material: z.number(),
        }),
      ),
    }),
  ),
  materials: z.array(z.object({ name: z.string() })),
  animations: z.array(z.object({ channels: z.array(z.unknown()) })).optional(),
  accessors: z.array(
    z.object({ count: z.number(), min: z.array(z.number()).optional(), max: z.array(z.number()).optional() }),
  ),
});

/** What a test asks about a GLB: counts, names and the box around everything. */
export function readGlb(file: string) {
  const bytes = readFileSync(file);
  const document = Document.parse(JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))));
  const primitives = document.meshes.flatMap((mesh) => mesh.primitives);
  const boxes = primitives.map(({ attributes }) => document.accessors[attributes.POSITION]);
  const axis = (index: number) => ({
    low: Math.min(...boxes.map((box) => box?.min?.[index] ?? Number.NaN)),
    high: Math.max(...boxes.map((box) => box?.max?.[index] ?? Number.NaN)),
  });
  return {
    bytes,
    triangles: primitives.reduce(
      (sum, { indices }) => sum + (document.accessors[indices]?.count ?? 0) / 3,
      0,
    ),
    parts: document.meshes.map((mesh) => mesh.name),
    materials: document.materials.map((material) => material.name),
    turning: document.animations?.flatMap((animation) => animation.channels).length ?? 0,
    box: { x: axis(0), y: axis(1), z: axis(2) },
  };
}
