import { randomUUID } from 'node:crypto';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { isHidden, isSightNarrow } from '../../base/sight.ts';
import { turnOf } from '../../base/store/account-store.ts';
import { change, type Steps, selectAll, selectCount, selectOne } from '../../base/store/steps.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Project, ProjectUse } from '../../contract/projects.ts';
import { sentence } from '../../contract/sentence.ts';

/** The caller: owners and admins see and change a project; everyone sees a shared one and can add to it. */
type Asker = { readonly accountId: string; readonly role: string };
type Asked = { readonly id: string; readonly by: Asker };
type Settings = Pick<Project, 'name' | 'forbids' | 'allows' | 'isShared'>;
type ProjectChange = { readonly [N in keyof Settings]?: Settings[N] | undefined } & {
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
};
type Use = Omit<ProjectUse, 'addedAt'>;
export type KeptUse = Use & {
  /** Null if the account was deleted. */
  readonly addedBy: string | null;
  readonly hasUnlocked: number;
};

type Facts = Pick<Project, 'id' | 'name' | 'models' | 'madeAt' | 'changedAt'>;
type Row = Facts & {
  readonly accountId: string;
  readonly forbids: string;
  readonly allows: string;
  readonly isShared: number;
};
type Seen = { readonly accountId: string; readonly isAdmin: number };
type SceneRow = { readonly scene: string; readonly models: number; readonly reportedAt: string };

const columns = `id, account_id AS "accountId", name, forbids, allows, is_shared AS "isShared", models,
  made_at AS "madeAt", changed_at AS "changedAt"`;
const isSeen = '(account_id = @accountId OR is_shared = 1 OR @isAdmin = 1)';
/** More than anyone reads; the user's own come first. */
const mostListed = 1000;
const selectSeen = selectAll<Seen, Row>(
  `SELECT ${columns} FROM project WHERE ${isSeen}
   ORDER BY account_id <> @accountId, lower(name), id LIMIT ${mostListed}`,
);
const selectOwn = selectAll<{ id: string }, Row>(
  `SELECT ${columns} FROM project WHERE account_id = @id ORDER BY id`,
);
const selectProject = selectOne<Seen & { id: string }, Row>(
  `SELECT ${columns} FROM project WHERE id = @id AND ${isSeen}`,
);
const countOwn = selectCount<{ accountId: string }>(
  'SELECT count(*) AS count FROM project WHERE account_id = @accountId',
);
const insertProject = change<Omit<Row, 'models' | 'madeAt' | 'changedAt'> & { at: string }>(
  `INSERT INTO project (id, account_id, name, forbids, allows, is_shared, made_at, changed_at)
   VALUES (@id, @accountId, @name, @forbids, @allows, @isShared, @at, @at)`,
);
const updateProject = change<Pick<Row, 'id' | 'name' | 'forbids' | 'allows' | 'isShared'> & { at: string }>(
  `UPDATE project SET name = @name, forbids = @forbids, allows = @allows, is_shared = @isShared,
     models = (SELECT count(DISTINCT guid) FROM project_use WHERE project_id = @id), changed_at = @at
   WHERE id = @id`,
);
const deleteProject = change<{ id: string }>('DELETE FROM project WHERE id = @id');
const useColumns = 'project_use.guid, scene, lod, format, sha256, version, project_use.title';
const selectUses = selectAll<{ id: string }, KeptUse>(
  `SELECT ${useColumns}, added_by AS "addedBy",
     CASE WHEN unlock.account_id IS NULL THEN 0 ELSE 1 END AS "hasUnlocked"
   FROM project_use LEFT JOIN unlock ON unlock.account_id = added_by AND unlock.guid = project_use.guid
   WHERE project_id = @id ORDER BY project_use.guid, scene, lod, format, sha256`,
);
const selectKnownUses = selectAll<{ id: string }, ProjectUse & { project: string }>(
  `SELECT ${useColumns}, added_at AS "addedAt",
     CASE WHEN account_id = @id OR is_shared = 1 THEN project.name ELSE '' END AS project
   FROM project_use JOIN project ON project.id = project_id WHERE account_id = @id OR added_by = @id
   ORDER BY project_id, guid, scene, lod, format, sha256`,
);
const selectScenes = selectAll<{ id: string }, SceneRow>(
  `SELECT scene, count(DISTINCT guid) AS models, max(added_at) AS "reportedAt"
   FROM project_use WHERE project_id = @id AND scene <> '' GROUP BY scene ORDER BY scene`,
);
const countUses = selectCount<{ id: string }>(
  'SELECT count(*) AS count FROM project_use WHERE project_id = @id',
);
const insertUse = change<Use & { id: string; by: string; at: string }>(
  `INSERT INTO project_use (project_id, guid, scene, lod, format, sha256, version, title, added_by, added_at)
   VALUES (@id, @guid, @scene, @lod, @format, @sha256, @version, @title, @by, @at) ON CONFLICT DO NOTHING`,
);
const deleteModel = change<{ id: string; guid: string }>(
  'DELETE FROM project_use WHERE project_id = @id AND guid = @guid',
);
const deleteScene = change<{ id: string; scene: string }>(
  'DELETE FROM project_use WHERE project_id = @id AND scene = @scene',
);

const toSettings = ({ name, forbids, allows, isShared }: Row): Settings => ({
  ...{ name, forbids: JSON.parse(forbids), allows: JSON.parse(allows), isShared: isShared === 1 },
});
const fromSettings = ({ name, forbids, allows, isShared }: Settings) => ({
  ...{ name, forbids: JSON.stringify(forbids), allows: JSON.stringify(allows), isShared: isShared ? 1 : 0 },
});
const mayChange = ({ accountId }: Row, by: Asker) => accountId === by.accountId || by.role === 'admin';
const toProject = (row: Row, by: Asker): Project => ({
  ...{ id: row.id, ...toSettings(row), isOwn: row.accountId === by.accountId, mayChange: mayChange(row, by) },
  ...{ models: row.models, madeAt: row.madeAt, changedAt: row.changedAt },
});
const toSeen = ({ accountId, role }: Asker): Seen => ({ accountId, isAdmin: role === 'admin' ? 1 : 0 });
/** Sorts the oldest version first: it stands for all uses of a file whose hash is unknown. */
const oldestFirst = (one: Pick<Use, 'version'>, other: Pick<Use, 'version'>) =>
  (one.version ?? Infinity) - (other.version ?? Infinity) || 0;
const turnOfProject = (id: string) => `project ${id}`;

/** Throws NOT_FOUND if the user cannot see it, as for an unknown one. */
function* find({ id, by }: Asked): Steps<Row> {
  const found = yield* selectProject({ id, ...toSeen(by) });
  if (found !== null) return found;
  throw new AppError('NOT_FOUND', 'There is no such project, or it is not shared with you.');
}
function* findOwn(asked: Asked): Steps<Row> {
  const found = yield* find(asked);
  if (mayChange(found, asked.by)) return found;
  throw new AppError(
    'FORBIDDEN',
    'Only the owner of this project and admins may change this. Ask one of them.',
  );
}
/** Counts only models that the user can see. */
function* toSeenProject(row: Row, by: Asker): Steps<Project> {
  const project = toProject(row, by);
  if (!isSightNarrow()) return project;
  const seen = (yield* selectUses({ id: row.id })).filter(({ guid }) => !isHidden(guid));
  return { ...project, models: new Set(seen.map(({ guid }) => guid)).size };
}
function* readProject(asked: Asked): Steps<Project> {
  return yield* toSeenProject(yield* find(asked), asked.by);
}
function* readSeen(by: Asker): Steps<Project[]> {
  const seen: Project[] = [];
  for (const row of yield* selectSeen(toSeen(by))) seen.push(yield* toSeenProject(row, by));
  return seen;
}
function* readScenesOf(id: string): Steps<SceneRow[]> {
  const scenes = [...(yield* selectScenes({ id }))];
  if (!isSightNarrow()) return scenes;
  const uses = (yield* selectUses({ id })).filter(({ guid }) => !isHidden(guid));
  const guids = Map.groupBy(uses, ({ scene }) => scene);
  return scenes.flatMap((row) => {
    const models = new Set(guids.get(row.scene)?.map(({ guid }) => guid)).size;
    return models === 0 ? [] : [{ ...row, models }];
  });
}

export function* readOwnProjects(accountId: string) {
  const own: (Settings & Pick<Project, 'madeAt' | 'changedAt'>)[] = [];
  for (const row of yield* selectOwn({ id: accountId }))
    own.push({ ...toSettings(row), madeAt: row.madeAt, changedAt: row.changedAt });
  return {
    projects: own,
    projectUses: (yield* selectKnownUses({ id: accountId })).filter(({ guid }) => !isHidden(guid)),
  };
}

type Parts = Pick<Core, 'store' | 'clock'> & {
  /** Null if the catalogue lacks the model. */
  readonly titleOf: (guid: string) => string | null;
};

export function createProjects({ store, clock, titleOf }: Parts) {
  function* make({ accountId }: Asker, settings: Settings): Steps<string> {
    if ((yield* countOwn({ accountId })) >= limits.projects.count)
      throw new AppError(
        'FORBIDDEN',
        sentence`An account has at most ${{ count: limits.projects.count }} projects. Delete one you no longer need.`,
      );
    const id = randomUUID();
    yield* insertProject({ id, accountId, ...fromSettings(settings), at: toIso(clock()) });
    return id;
  }
  /** Saves a change. Throws FORBIDDEN if the project became too large. */
  function* settle(id: string, settings: Settings): Steps<void> {
    yield* updateProject({ id, ...fromSettings(settings), at: toIso(clock()) });
    if ((yield* countUses({ id })) <= limits.projects.uses) return;
    throw new AppError(
      'FORBIDDEN',
      sentence`A project has at most ${{ count: limits.projects.uses }} files of models. Remove some, or start another project.`,
    );
  }
  function* changeOne(asked: Asked, { add = [], remove, ...wanted }: ProjectChange): Steps<Project> {
    const { id, by } = asked;
    const isOpen = remove === undefined && Object.values(wanted).every((value) => value === undefined);
    const row = yield* isOpen ? find(asked) : findOwn(asked);
    for (const guid of remove ?? []) yield* deleteModel({ id, guid });
    const byHand = { scene: '', lod: '', format: '', sha256: '', version: null };
    for (const guid of add) {
      const title = titleOf(guid);
      if (title !== null)
        yield* insertUse({ id, guid, ...byHand, title, by: by.accountId, at: toIso(clock()) });
    }
    const now = toSettings(row);
    const { name = now.name, forbids = now.forbids, allows = now.allows, isShared = now.isShared } = wanted;
    yield* settle(id, { name, forbids, allows, isShared });
    return yield* readProject(asked);
  }
  function* report(asked: Asked, scene: string, uses: readonly Omit<Use, 'scene'>[]): Steps<Project> {
    const { id, by } = asked;
    const row = yield* find(asked);
    yield* deleteScene({ id, scene });
    for (const { title, ...use } of uses.toSorted(oldestFirst)) {
      const shown = titleOf(use.guid) ?? (title || use.guid);
      yield* insertUse({ id, ...use, scene, title: shown, by: by.accountId, at: toIso(clock()) });
    }
    yield* settle(id, toSettings(row));
    return yield* readProject(asked);
  }
  function* remove(asked: Asked): Steps<void> {
    yield* findOwn(asked);
    yield* deleteProject({ id: asked.id });
  }
  function* readAll(asked: Asked) {
    const uses = (yield* selectUses({ id: asked.id })).filter(({ guid }) => !isHidden(guid));
    return { project: yield* readProject(asked), uses };
  }
  function* readScenes(asked: Asked) {
    return { ...(yield* readProject(asked)), scenes: yield* readScenesOf(asked.id) };
  }

  return {
    list: (by: Asker): Promise<Project[]> => store.run(readSeen(by)),
    async make(by: Asker, settings: Settings): Promise<Project> {
      const id = await store.transaction(turnOf(by.accountId), make(by, settings));
      return store.run(readProject({ id, by }));
    },
    read: (asked: Asked) => store.run(readScenes(asked)),
    readAll: (asked: Asked) => store.run(readAll(asked)),
    change: (asked: Asked, wanted: ProjectChange) =>
      store.transaction(turnOfProject(asked.id), changeOne(asked, wanted)),
    /** Replaces the recorded uses of a scene. */
    report: (asked: Asked, scene: string, uses: readonly Omit<Use, 'scene'>[]) =>
      store.transaction(turnOfProject(asked.id), report(asked, scene, uses)),
    delete: (asked: Asked) => store.transaction(turnOfProject(asked.id), remove(asked)),
  };
}
