import type { Db } from '../base/db/open-database.ts';
import { type LevelFormat, toLevelFormats } from '../contract/catalogue/formats.ts';

/** The formats of levels. */
type LevelChoice = {
  readonly formats: () => readonly LevelFormat[];
  /** Whether the settings say it; else an admin may. */
  readonly isFixed: boolean;
  readonly set: (formats: readonly LevelFormat[]) => void;
};

const name = 'level-formats';
/** FBX, as 3ds Max imports no GLB. */
const usual: readonly LevelFormat[] = ['glb', 'fbx'];

/** The settings decide, else an admin; `said` is null if the settings are silent. */
export function openLevelChoice(db: Db, said: readonly LevelFormat[] | null): LevelChoice {
  const find = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const save = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  const chosen = () => {
    const words = find.get(name)?.split(',');
    return words ? toLevelFormats(words) : usual;
  };
  return {
    formats: () => said ?? chosen(),
    isFixed: said !== null,
    set: (formats) => void save.run(name, formats.join(',')),
  };
}
