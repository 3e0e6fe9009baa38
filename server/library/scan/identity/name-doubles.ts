import type { Db } from '../../../base/db/open-database.ts';
import { toTitleSlug } from '../../../base/text.ts';
import { listTellingFolders } from '../../recognise/title.ts';

type Double = { readonly id: number; readonly title: string; readonly folder: string };

/** Models whose title was generated here. The plus sign makes SQLite test `guid` last, as it matches most models. */
const findDoubles = `SELECT id, title, folder FROM model
  WHERE host IS NULL AND title IN (SELECT title FROM model
      WHERE host IS NULL AND (@titles IS NULL OR title IN (SELECT value FROM json_each(@titles)))
      GROUP BY title HAVING count(*) > 1)
    AND +guid IN (SELECT guid FROM recognised_content)
    AND NOT EXISTS (SELECT 1 FROM model_edit WHERE model_edit.guid = model.guid AND fields LIKE '%"title"%')
    AND NOT EXISTS (SELECT 1 FROM scanned_folder WHERE scanned_folder.folder = model.folder AND said LIKE '%"title"%')`;

/** Pairs each title with the nearest folder that does not contain all models of this title. */
function tellApart(doubles: readonly Double[]): readonly (readonly [id: number, title: string])[] {
  const placed = doubles.map(({ id, title, folder }) => ({
    ...{ id, title },
    folders: listTellingFolders(folder, title.split(' · ')[0] ?? ''),
  }));
  return placed.flatMap(({ id, title, folders }) => {
    const place = folders.find(
      (own) => !title.includes(` · ${own}`) && placed.some((other) => !other.folders.includes(own)),
    );
    return place === undefined ? [] : [[id, `${title} · ${place}`] as const];
  });
}

/** Nested folders can share a name as well. */
const mostFolders = 3;

/** Appends a folder to titles that models share, `Base · ur5`; all titles, or changed ones. Returns how many changed. */
export function nameDoubles(db: Db, changedTitles: Iterable<string> | null = null): number {
  const find = db.prepare<[{ titles: string | null }], Double>(findDoubles);
  const rename = db.prepare(
    'UPDATE model SET title = ?, slug = ?, derived_changes = derived_changes + 1 WHERE id = ?',
  );
  const write = db.transaction((titles: ReturnType<typeof tellApart>) => {
    for (const [id, title] of titles) rename.run(title, toTitleSlug(title), id);
  });
  let changed = 0;
  let wanted = changedTitles && [...changedTitles];
  for (let round = 0; round < mostFolders; round += 1) {
    const doubles = find.all({ titles: wanted && JSON.stringify(wanted) });
    const titles = [...Map.groupBy(doubles, ({ title }) => title).values()].flatMap(tellApart);
    if (titles.length === 0) break;
    wanted = titles.map(([, title]) => title);
    write.immediate(titles);
    changed += titles.length;
  }
  return changed;
}
