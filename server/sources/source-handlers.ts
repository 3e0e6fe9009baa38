import type { Handlers } from '../base/http/bind.ts';
import { isReadyAnswer } from '../base/http/ready-answer.ts';
import type { Config } from '../config.ts';
import { AppError } from '../contract/errors.ts';
import type { OutputOf } from '../contract/index.ts';
import { nameOf } from '../contract/relative-path.ts';
import { sentence } from '../contract/sentence.ts';
import { findAddressFault } from './ask-source.ts';
import { SourceFault, type SourceFile, type SourceModel } from './source.ts';
import type { ForeignHit, Sources } from './sources.ts';
import { licenseOf, readForeignGuid, toTold } from './to-record.ts';

type Search = Handlers['search'];

const constant = 60;
const toHit = ({ record, source, place }: ForeignHit) => {
  const score = 1 / (constant + place + 1);
  return { ...record, score, lexicalScore: score, embeddingScore: null, source };
};

/** Merges both lists by rank; at equal rank, ours come first. */
function fuse(own: OutputOf<'search'>['results'], foreign: readonly ForeignHit[]) {
  const ranked = [
    ...own.map((hit, place) => ({ hit, place })),
    ...foreign.map((one) => ({ hit: toHit(one), place: one.place })),
  ];
  return ranked.toSorted((a, b) => a.place - b.place).map(({ hit }) => hit);
}

function toAppError(error: unknown): unknown {
  if (!(error instanceof SourceFault)) return error;
  const { reason } = error;
  if (error.isMissing) return new AppError('MODEL_NOT_FOUND', reason);
  if (error.retryAfterSeconds === null) return new AppError('UNAVAILABLE', reason);
  const details = { retryAfterSeconds: error.retryAfterSeconds };
  return new AppError('RATE_LIMITED', reason, { details });
}

const toFile = ({ relativePath, format, lod, role, sizeBytes, sha256, md5 }: SourceFile) => ({
  ...{ relativePath, fileName: nameOf(relativePath), format, lod, role, sizeBytes, sha256, md5 },
});

/** A scene after the files it needs; null if the source has no such scene. */
function withNeeds(files: readonly SourceFile[], relativePath: string): readonly SourceFile[] | null {
  const scene = files.find((file) => file.role === 'scene' && file.relativePath === relativePath);
  if (scene === undefined) return null;
  const needs = new Set(scene.needs);
  return [scene, ...files.filter((file) => needs.has(file.relativePath))];
}

/** Searches that also query other catalogues, and details of their models. We serve none of their files. */
export function createSourceHandlers(sources: Sources, search: Search) {
  const read = async <T>(guid: string, work: Parameters<typeof sources.use<T>>[1]): Promise<T> => {
    const known = readForeignGuid(guid);
    const found = await sources.use(known?.sourceId ?? '', work).catch((error: unknown) => {
      throw toAppError(error);
    });
    if (known !== null && found !== null) return found;
    throw new AppError('MODEL_NOT_FOUND', 'This server does not ask this catalogue now. Search again.');
  };
  const idOf = (guid: string) => readForeignGuid(guid)?.id ?? '';
  const tell = (guid: string, settings: Config['sources'][number], model: SourceModel) => ({
    ...{ ok: true as const, guid, title: model.title, license: licenseOf(model) },
    source: toTold(settings, model),
  });

  return {
    sources: async () => ({ ok: true, sources: await sources.list() }),
    switchSource: async ({ params, body, caller }) => {
      await sources.switch(params.sourceId, body.on, caller.accountId);
      return { ok: true, sources: await sources.list() };
    },
    search: async (request) => {
      const { query } = request;
      if (query.sources === undefined || (query.offset ?? 0) > 0) return search(request);
      const asking = sources.search(query);
      const [answer, { hits, states }] = await Promise.all([search(request), asking]);
      const own: OutputOf<'search'> = isReadyAnswer(answer) ? JSON.parse(answer.body.toString()) : answer;
      const total = query.sources === 'others' ? hits.length : own.total;
      return { ...own, total, results: fuse(own.results, hits), sources: [...states] };
    },
    foreignModel: ({ params: { guid } }) =>
      read(guid, async (source, settings) => {
        const model = await source.inventory(idOf(guid));
        const sizes = new Map(model.files.map((file) => [file.relativePath, file.sizeBytes]));
        const scenes = model.files
          .filter(({ role }) => role === 'scene')
          .map((file) => ({
            ...toFile(file),
            supportFilesCount: file.needs.length,
            supportBytes: file.needs.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0),
          }));
        return { ...tell(guid, settings, model), description: model.description ?? '', scenes };
      }),
    foreignFile: ({ body: { guid, relativePath, license, terms } }) =>
      read(guid, async (source, settings) => {
        const model = await source.inventory(idOf(guid));
        const told = tell(guid, settings, model);
        if (told.license !== license || told.source.terms !== terms)
          throw new AppError(
            'VERSION_CHANGED',
            sentence`The licence or terms of “${{ title: told.title }}” have changed since you saw them: now ${{ license: told.license }}. Open it again before you download it.`,
          );
        const files = withNeeds(model.files, relativePath);
        if (files === null)
          throw new AppError(
            'FILE_NOT_FOUND',
            sentence`${{ source: settings.name }} has no ${{ path: relativePath }} of “${{ title: told.title }}” now. Open it again.`,
          );
        const places = await source.open(idOf(guid), files);
        const [scene, ...needs] = files.map((file) => {
          const url = places.get(file.relativePath) ?? '';
          const fault = findAddressFault(settings, url, true);
          if (fault !== null) throw new SourceFault(fault);
          return { ...toFile(file), url };
        });
        return { ...told, files: scene === undefined ? [] : [...needs, scene] };
      }),
  } satisfies Partial<Handlers>;
}
