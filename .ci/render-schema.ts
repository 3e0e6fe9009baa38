import Database from 'better-sqlite3';
import { migrate } from '../server/base/db/migrate.ts';

type Column = { readonly name: string; readonly type: string; readonly pk: number };
type Reference = { readonly column: string; readonly parent: string };
type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
};

function readTables(): Table[] {
  const db = new Database(':memory:');
  migrate(db);
  // Virtual tables and the tables that SQLite makes for them are no part of the picture.
  const names = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  const columns = db.prepare<[string], Column>('SELECT name, type, pk FROM pragma_table_info(?)');
  const references = db.prepare<[string], Reference>(
    'SELECT "from" AS "column", "table" AS parent FROM pragma_foreign_key_list(?) ORDER BY id DESC',
  );
  const tables = names.map((name) => ({
    name,
    columns: columns.all(name),
    references: references.all(name),
  }));
  db.close();
  return tables;
}

/** What the columns of a table refer to. A link without a constraint is loose: its row may outlive what it names. */
function findLinks(table: Table, tables: readonly Table[]) {
  return table.columns.flatMap(({ name }) => {
    const reference = table.references.find(({ column }) => column === name);
    if (reference) return [{ column: name, parent: reference.parent, isLoose: false }];
    const parent = name === 'guid' ? 'model' : name.replace(/_id$/, '');
    const isLoose = parent !== name && parent !== table.name && tables.some((other) => other.name === parent);
    return isLoose ? [{ column: name, parent, isLoose }] : [];
  });
}

/** Keys and references of every table of the database, as a Mermaid diagram. */
export function renderSchema(): string {
  const tables = readTables();
  const relations: string[] = [];
  const entities: string[] = [];
  for (const table of tables) {
    const links = findLinks(table, tables);
    for (const { column, parent, isLoose } of links)
      relations.push(`  ${parent} ||${isLoose ? '..' : '--'}o{ ${table.name} : "${column}"`);
    const keys = table.columns.flatMap(({ name, type, pk }) => {
      const link = links.find(({ column }) => column === name);
      if (pk === 0 && !link) return [];
      const marks = [...(pk > 0 ? ['PK'] : []), ...(link && !link.isLoose ? ['FK'] : [])].join(', ');
      return [`    ${type} ${name} ${marks}`.trimEnd()];
    });
    entities.push(`  ${table.name} {`, ...keys, '  }');
  }
  return ['```mermaid', 'erDiagram', ...relations, ...entities, '```'].join('\n');
}
