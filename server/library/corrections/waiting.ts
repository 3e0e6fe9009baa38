import { z } from 'zod';
import type { Db } from '../../base/db/open-database.ts';
import type { ModelData } from '../../catalogue/model/model-data.ts';
import { openModelIdentities } from '../../catalogue/write/model-identities.ts';
import { LodName } from '../../contract/common.ts';

const About = z.object({
  title: z.string(),
  category: z.string(),
  subcategory: z.string(),
  tags: z.array(z.string()),
  license: z.string(),
  description: z.string(),
  attribution: z.string().nullable(),
  priceCents: z.number(),
  lods: z.array(LodName),
  formats: z.array(z.string()),
  triangles: z.number().nullable(),
  scenes: z.array(z.string()),
});
export type About = z.infer<typeof About>;
type WaitingModel = About & { readonly guid: string; readonly unit: string; readonly folder: string };

type Row = { readonly guid: string; readonly unit: string; readonly folder: string; readonly about: string };

function toAbout(model: ModelData): About {
  const scenes = model.files.filter(({ role }) => role === 'scene');
  return About.parse({
    ...model,
    lods: [...new Set(scenes.map(({ lod }) => lod))],
    formats: [...new Set(scenes.map(({ format }) => format))],
    scenes: scenes.map(({ place, relativePath }) => place ?? relativePath),
  });
}

/** Stores the recognised models that wait for an admin, and the admin's approvals. */
export function openWaiting(db: Db) {
  const columns = 'guid, unit, folder, about FROM waiting_model';
  const at = db.prepare<[string], string>('SELECT guid FROM waiting_model WHERE folder = ?').pluck();
  const find = db.prepare<[string], Row>(`SELECT ${columns} WHERE guid = ?`);
  const all = db.prepare<[], Row>(`SELECT ${columns} ORDER BY folder`);
  const save = db.prepare(
    'INSERT OR REPLACE INTO waiting_model (guid, unit, folder, about) VALUES (?, ?, ?, ?)',
  );
  const units = db.prepare<[], string>('SELECT DISTINCT unit FROM waiting_model').pluck();
  const removeUnit = db.prepare('DELETE FROM waiting_model WHERE unit = ?');
  const remove = db.prepare('DELETE FROM waiting_model WHERE guid = ?');
  const approve = db.prepare('INSERT OR IGNORE INTO approved_model (guid) VALUES (?)');
  const isApproved = db.prepare<[string], number>('SELECT 1 FROM approved_model WHERE guid = ?').pluck();
  const identities = openModelIdentities(db);
  const toModel = ({ about, ...row }: Row): WaitingModel => ({ ...row, ...About.parse(JSON.parse(about)) });
  return {
    guidAt: (folder: string) => at.get(folder),
    find(guid: string): WaitingModel | null {
      const row = find.get(guid);
      return row ? toModel(row) : null;
    },
    units: () => units.all(),
    list: (): readonly WaitingModel[] => all.all().map(toModel),
    isApproved: (guid: string) => isApproved.get(guid) !== undefined,
    /** Replaces all waiting models of a folder. */
    replace(unit: string, models: readonly ModelData[]): void {
      identities.leaveHeld(unit);
      removeUnit.run(unit);
      for (const model of models) {
        save.run(model.guid, unit, model.folder, JSON.stringify(toAbout(model)));
        identities.hold(model);
      }
    },
    approve(guid: string): void {
      approve.run(guid);
      remove.run(guid);
    },
  };
}

export type Waiting = ReturnType<typeof openWaiting>;
