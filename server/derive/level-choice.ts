import type { Db } from '../base/db/open-database.ts';
import { type LevelFormat, toLevelFormats } from '../contract/catalogue/formats.ts';

type LevelChoice = {
  readonly formats: () => readonly LevelFormat[];
  /** Whether the settings choose; else an admin can. */
  readonly isFixed: boolean;
  readonly set: (formats: readonly LevelFormat[]) => void;
};

const name = 'level-formats';
/** FBX, because 3ds Max cannot import GLB. */
const usual: readonly LevelFormat[] = ['glb', 'fbx'];

/** The setting decides; an admin does if it is null. */
export function openLevelChoice(db: Db, setting: readonly LevelFormat[] | null): LevelChoice {
  const find = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const save = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  const chosen = () => {
    const words = find.get(name)?.split(',');
    return words ? toLevelFormats(words) : usual;
  };
  return {
    formats: () => setting ?? chosen(),
    isFixed: setting !== null,
    set: (formats) => void save.run(name, formats.join(',')),
  };
}
