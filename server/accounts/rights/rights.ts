import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRevision } from '../../base/cache/revision-cache.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Authenticate, Caller } from '../../base/http/caller.ts';
import { toPrivateCaching, variesByCaller } from '../../base/http/private-caching.ts';
import { type Sight, withSight } from '../../base/sight.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import { runOn } from '../../base/store/sqlite-store.ts';
import { toSlug } from '../../base/text.ts';
import { mays } from '../../contract/admin/admin-rights.ts';
import { type RightRow, type RightTables, rightRows } from './right-rows.ts';

type Person = Pick<Caller, 'accountId' | 'role'>;
export type Rights = ReturnType<typeof createRights>;

/** Access to the rows: read after changes, or cached and refreshed on notice. */
type Source = { readonly tables: () => RightTables; readonly refresh: () => Promise<void> };

export function readRights(db: Db): Source {
  const revision = createRevision(db, 'callers');
  let known: { readonly at: number; readonly tables: RightTables } | null = null;
  return {
    tables() {
      const at = revision();
      if (known?.at !== at) known = { at, tables: runOn(db, rightRows.read()) };
      return known.tables;
    },
    refresh: async () => {},
  };
}

/** Rights shared by many sites; resolves once they are loaded, so that no site serves without them. */
export async function followRights(
  store: AccountStore,
  onChange: (listener: () => void) => void,
): Promise<Source> {
  let tables: RightTables = await store.run(rightRows.read());
  let [asked, answered] = [0, 0];
  const refresh = async () => {
    const turn = ++asked;
    const read = await store.run(rightRows.read());
    if (turn > answered) [answered, tables] = [turn, read]; // a later query knows more
  };
  onChange(() => void refresh().catch(() => {})); // a notice follows once PostgreSQL is back
  return { tables: () => tables, refresh };
}

type Model = { readonly id: number; readonly guid: string };
/** A folder, category or collection with rights. */
type Closed = { readonly rights: readonly RightRow[]; readonly models: readonly Model[] };

const everything: Omit<Sight, 'key'> = {
  hiddenIds: new Set(),
  hides: () => false,
  mayDownload: () => true,
  mayEdit: () => true,
};

function createFindModels(db: Db) {
  const ofFolder = db.prepare<[{ target: string }], Model>(
    `SELECT id, guid FROM model WHERE host IS NULL
       AND (@target = '/' OR folder = @target OR substr(folder, 1, length(@target) + 1) = @target || '/')
     UNION ALL
     SELECT model.id, guid FROM model JOIN sync_host ON sync_host.id = model.host WHERE url = @target`,
  );
  const ofCategory = db.prepare<[string], Model>('SELECT id, guid FROM model WHERE category_slug = ?');
  const ofGuids = db.prepare<[string], Model>(
    'SELECT id, guid FROM model WHERE guid IN (SELECT value FROM json_each(?))',
  );
  return ({ kind, target }: RightRow, { listed }: RightTables): readonly Model[] => {
    if (kind === 'root') return ofFolder.all({ target });
    if (kind === 'category') return ofCategory.all(toSlug(target));
    return ofGuids.all(JSON.stringify(listed.filter(({ id }) => id === target).map(({ guid }) => guid)));
  };
}

const levelOf = (rights: readonly RightRow[], groups: ReadonlySet<string>) =>
  Math.max(-1, ...rights.filter(({ group }) => groups.has(group)).map(({ may }) => mays.indexOf(may)));

/** What members of these groups can do. A model in several restricted places needs access to all of them. */
function toSight(key: string, closed: readonly Closed[], groups: ReadonlySet<string>): Sight {
  const hiddenIds = new Set<number>();
  const refused = mays.map(() => new Set<string>());
  for (const { rights, models } of closed) {
    const level = levelOf(rights, groups);
    if (level < 0) for (const { id } of models) hiddenIds.add(id);
    for (const set of refused.slice(level + 1)) for (const { guid } of models) set.add(guid);
  }
  const may = (what: (typeof mays)[number]) => (guid: string) =>
    refused[mays.indexOf(what)]?.has(guid) !== true;
  const sees = may('see');
  return { key, hiddenIds, hides: (guid) => !sees(guid), mayDownload: may('download'), mayEdit: may('edit') };
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

type Parts = { readonly db: Db; readonly source: Source };

/** Decides what users see. Computed once per set of groups, until rights or models change. */
export function createRights({ db, source }: Parts) {
  const findModels = createFindModels(db);
  const catalogue = createRevision(db, 'catalogue');
  let of: RightTables | null = null;
  let name = '';
  let groupsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let at = -1;
  let closed: readonly Closed[] = [];
  let sights = new Map<string, Sight>();
  /** Sights that stay the same keep the search index built for them. */
  let before = new Map<string, Sight>();
  const nobody: ReadonlySet<string> = new Set();

  const follow = (tables: RightTables) => {
    const now = catalogue();
    if (tables === of && now === at) return;
    if (tables !== of) {
      name = hash('sha256', JSON.stringify([tables.rights, tables.listed]), 'base64url');
      const members = Map.groupBy(tables.members, ({ accountId }) => accountId);
      groupsOf = new Map([...members].map(([id, rows]) => [id, new Set(rows.map(({ group }) => group))]));
    }
    [of, at, before, sights] = [tables, now, sights, new Map()];
    const places = Map.groupBy(tables.rights, ({ kind, target }) => `${kind} ${target}`);
    closed = [...places.values()].flatMap((rights) => {
      const [first] = rights;
      return first === undefined ? [] : [{ rights, models: findModels(first, tables) }];
    });
  };
  const find = (groups: ReadonlySet<string>): Sight => {
    const named = JSON.stringify([...groups]);
    const known = sights.get(named);
    if (known !== undefined) return known;
    const made = toSight(`${name} ${at} ${named}`, closed, groups);
    const kept = before.get(named)?.hiddenIds;
    const sight = kept && isSame(kept, made.hiddenIds) ? { ...made, hiddenIds: kept } : made;
    sights.set(named, sight);
    return sight;
  };

  return {
    /** What a user can do with models, or an anonymous caller if `person` is null; null if there are no rights. */
    sightOf(person: Person | null) {
      const tables = source.tables();
      if (tables.rights.length === 0) return null;
      follow(tables);
      if (person?.role === 'admin') return { ...everything, key: `${name} all` };
      return find((person && groupsOf.get(person.accountId)) ?? nobody);
    },
    count({ kind, target }: RightRow) {
      follow(source.tables());
      const place = closed.find(({ rights: [first] }) => first?.kind === kind && first.target === target);
      return place?.models.length ?? 0;
    },
    /** Applies rights that have just been saved. */
    refresh: source.refresh,
  };
}

type EnterParts = {
  readonly rights: Pick<Rights, 'sightOf'>;
  readonly authenticate: Authenticate;
  /** Whether the request comes from the server itself or carries its own permission. */
  readonly isTrusted: (request: FastifyRequest) => boolean;
};

const asServer = { accountId: '', role: 'admin' } as const;
/** Files of the app itself, without models. */
const isOfApp = (url: string) => /^\/(ui|assets|updates)\//.test(url);

/**
 * Runs every request with its user's sight. While any right exists, no route shows an anonymous caller more than
 * permitted, whether or not it authenticates callers, and no answer stays in shared caches.
 */
export function enterSights(app: FastifyInstance, { rights, authenticate, isTrusted }: EnterParts): void {
  const entered = new WeakMap<FastifyRequest, Sight>();
  const identify = (request: FastifyRequest) => {
    try {
      return isTrusted(request) ? asServer : authenticate(request);
    } catch {
      return null; // the route reports it if it authenticates callers
    }
  };
  app.addHook('onRequest', (request, _reply, done) => {
    // Whether there are any rights does not depend on the caller.
    if (rights.sightOf(null) === null) return done();
    const sight = rights.sightOf(identify(request));
    if (sight !== null) entered.set(request, sight);
    withSight(sight, done);
  });
  // Callbacks after reading a body run outside the request's context, so enters it again.
  app.addHook('preValidation', (request, _reply, done) => {
    withSight(entered.get(request) ?? null, done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const told = reply.getHeader('cache-control');
    if (entered.has(request) && !isOfApp(request.url)) {
      if (typeof told === 'string') reply.header('cache-control', toPrivateCaching(told));
      reply.header('vary', variesByCaller);
    }
    done();
  });
}
