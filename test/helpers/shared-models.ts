import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const folder = path.resolve(import.meta.dirname, '../../../shared/data/models');
export const sharedModelsFolder = folder;

const Manifest = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    main: z.string(),
    format: z.string(),
    files: z.array(z.string()),
    sha256: z.string().optional(),
    triangles: z.number().optional(),
    animations: z.number().optional(),
    licence: z.string().optional(),
    attribution: z.string().optional(),
    nearestLod: z.string().optional(),
    malformed: z.boolean().optional(),
  }),
);
export type SharedModel = z.infer<typeof Manifest>[number];

/** Whether real models are next to the project; tests that need them are skipped without. */
export const hasSharedModels = existsSync(path.join(folder, 'manifest.json'));

export const readSharedModels = (): SharedModel[] =>
  Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')));

/** One file of a real model. */
export const readSharedFile = (id: string, file: string): Buffer => readFileSync(path.join(folder, id, file));

/** Lays the real models out as a library: one folder per model, one topology folder, a product.json. */
export function copySharedModels(libraryDir: string, models: readonly SharedModel[]) {
  for (const model of models) {
    const target = path.join(libraryDir, model.id);
    const topology = path.join(target, model.nearestLod ?? '1k');
    for (const file of model.files) {
      mkdirSync(path.dirname(path.join(topology, file)), { recursive: true });
      cpSync(path.join(folder, model.id, file), path.join(topology, file));
    }
    const { title, licence: license, attribution } = model;
    writeFileSync(path.join(target, 'product.json'), JSON.stringify({ title, license, attribution }));
  }
}
