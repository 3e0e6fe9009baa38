import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../base/db/open-database.ts';
import { describeModel } from '../../catalogue/model/describe-model.ts';
import type { ModelData } from '../../catalogue/model/model-data.ts';
import { readGiven } from '../../catalogue/model/read-given.ts';
import { ModelEdit } from '../../contract/admin/admin-library.ts';

export type ModelDraft = Omit<ModelData, 'guid'>;

const Stored = z.record(z.string(), z.unknown());

export function openEdits(db: Db) {
  const find = db.prepare<[string], string>('SELECT fields FROM model_edit WHERE guid = ?').pluck();
  const save = db.prepare('INSERT OR REPLACE INTO model_edit (guid, fields) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM model_edit WHERE guid = ?');
  const read = (guid: string): Readonly<Record<string, unknown>> | null => {
    const text = find.get(guid);
    return text === undefined ? null : Stored.parse(JSON.parse(text));
  };
  return {
    find: read,
    /** Groups models by their current edits of these fields; null stands for a field without an edit. */
    group(guids: readonly string[], fields: readonly string[]): { guids: string[]; edit: ModelEdit }[] {
      const keyOf = (guid: string) => {
        const now = read(guid) ?? {};
        return JSON.stringify(Object.fromEntries(fields.map((field) => [field, now[field] ?? null])));
      };
      return [...Map.groupBy(guids, keyOf)].map(([edit, those]) => ({
        guids: those,
        edit: ModelEdit.parse(JSON.parse(edit)),
      }));
    },
    /** Merges with earlier edits; null removes the edit of a field. */
    change(guid: string, edit: ModelEdit): void {
      const merged = Object.entries({ ...read(guid), ...edit }).filter(([, value]) => value !== null);
      if (merged.length === 0) remove.run(guid);
      else save.run(guid, JSON.stringify(Object.fromEntries(merged)));
    },
  };
}

/** The fields that change with each editable field. */
const consequences = {
  title: ['title', 'slug'],
  description: ['description'],
  category: ['category', 'categorySlug'],
  subcategory: ['subcategory', 'subcategorySlug'],
  tags: ['tags'],
  license: ['license', 'licenseFrom'],
  attribution: ['attribution'],
  priceUsd: ['priceCents'],
} as const satisfies Readonly<Record<keyof ModelEdit, readonly (keyof ModelDraft)[]>>;
const isEditable = (field: string): field is keyof typeof consequences => Object.hasOwn(consequences, field);

/** Applies an admin's edit; `ownFields` lists fields of the model's product.json, which take precedence. */
export function applyEdit<D extends ModelDraft>(
  draft: D,
  edit: Readonly<Record<string, unknown>>,
  ownFields: readonly string[],
): D {
  const fields = Object.keys(edit)
    .filter(isEditable)
    .filter((field) => !ownFields.includes(field));
  if (fields.length === 0) return draft;
  const wanted = Object.fromEntries(fields.map((field) => [field, edit[field]]));
  const described = describeModel(readGiven(wanted).given, draft);
  const names = fields.flatMap((field) => [...consequences[field]]);
  const changes = Object.fromEntries(names.map((name) => [name, described[name]]));
  const metadataHash = hash('sha256', `${draft.metadataHash}\n${JSON.stringify(changes)}`, 'hex');
  return { ...draft, ...changes, metadataHash };
}

export function openHidden(db: Db) {
  const has = db.prepare<[string], number>('SELECT 1 FROM hidden_model WHERE guid = ?').pluck();
  const hide = db.prepare('INSERT OR IGNORE INTO hidden_model (guid, hidden_at) VALUES (?, ?)');
  const show = db.prepare('DELETE FROM hidden_model WHERE guid = ?');
  return {
    has: (guid: string) => has.get(guid) !== undefined,
    hide: (guid: string, at: string) => void hide.run(guid, at),
    show: (guid: string) => void show.run(guid),
  };
}
