import type { LongQueries } from '../base/db/long-queries.ts';
import type { Traffic } from '../base/traffic.ts';
import type { Config } from '../config.ts';
import type { Stored, storedKinds } from '../contract/admin/admin-usage.ts';
import { publishedRoot } from '../files/published-places.ts';

type Kind = (typeof storedKinds)[number];
type Group = {
  readonly format: string;
  readonly lod: string;
  readonly host: string | null;
  readonly kind: Kind;
  readonly files: number;
  readonly bytes: number;
};
type Made = { readonly kind: Kind; readonly files: number; readonly bytes: number };
type Parts = {
  readonly config: Pick<Config, 'role' | 'sharedAccounts'>;
  readonly longQueries: LongQueries;
  readonly traffic: Pick<Traffic, 'days' | 'since'>;
};

export type UsageAdmin = ReturnType<typeof createUsageAdmin>;

/** Sums groups of files by name, largest first. */
function sumBy(groups: readonly Group[], nameOf: (group: Group) => string): Stored[] {
  const sums = [...Map.groupBy(groups, nameOf)].map(([name, those]) => ({
    name,
    files: those.reduce((sum, { files }) => sum + files, 0),
    bytes: those.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  return sums.sort((one, other) => other.bytes - one.bytes || one.name.localeCompare(other.name));
}

export function createUsageAdmin({ config, longQueries, traffic }: Parts) {
  // A file belongs to an archive if its place, or its model's folder, is inside an unpacked one.
  const selectFiles = `SELECT file.format, file.lod, sync_host.url AS host,
       CASE
         WHEN model.host IS NOT NULL THEN 'hosts'
         WHEN file.derived IS NOT NULL THEN 'levels'
         WHEN model.folder GLOB '${publishedRoot}/*' THEN 'published'
         WHEN coalesce(file.place, model.folder || '/') LIKE '%.zip/%' THEN 'unpacked'
         ELSE 'library'
       END AS kind,
       count(*) AS files, sum(file.size_bytes) AS bytes
     FROM file JOIN model ON model.id = file.model_id LEFT JOIN sync_host ON sync_host.id = model.host
     GROUP BY 1, 2, 3, 4`;
  const selectMade = `SELECT 'posters' AS kind, count(sha256) + count(jpeg_sha256) AS files,
       coalesce(sum(size_bytes), 0) + coalesce(sum(jpeg_bytes), 0) AS bytes FROM rendered_poster
     UNION ALL SELECT 'assets', count(*), coalesce(sum(size_bytes), 0) FROM made_asset`;

  async function count() {
    const groups = await longQueries.recent<Group>(selectFiles);
    const made = (await longQueries.recent<Made>(selectMade)).filter(({ files }) => files > 0);
    const kinds = [...Map.groupBy([...groups, ...made], ({ kind }) => kind)].map(([name, those]) => ({
      name,
      files: those.reduce((sum, { files }) => sum + files, 0),
      bytes: those.reduce((sum, { bytes }) => sum + bytes, 0),
    }));
    return {
      kinds: kinds.sort((one, other) => other.bytes - one.bytes),
      formats: sumBy(groups, ({ format }) => format),
      lods: sumBy(groups, ({ lod }) => lod),
      hosts: sumBy(
        groups.filter(({ kind }) => kind === 'hosts'),
        ({ host }) => host ?? '',
      ),
    };
  }
  return {
    async look(days: number) {
      return {
        storage: await count(),
        traffic: {
          days: traffic.days(days),
          since: traffic.since(),
          sendsFiles: config.role !== 'site',
          isShared: config.sharedAccounts !== null,
        },
      };
    },
  };
}
