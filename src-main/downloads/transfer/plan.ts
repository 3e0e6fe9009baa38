import { createHash } from 'node:crypto';
import { z } from 'zod';
import { InventoryEntry } from '../../../server/contract/catalogue/discovery.ts';
import { SupportFile } from '../../../server/contract/catalogue/downloads.ts';
import { formatOf, roleOf } from '../../../server/contract/catalogue/formats.ts';
import { ReceiptFields } from '../../../server/contract/catalogue/model-fields.ts';
import { isForeign, Source } from '../../../server/contract/catalogue/sources.ts';
import { Sha256 } from '../../../server/contract/common.ts';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { findPathCollision, findPlaceFault } from '../../library/place.ts';
import type { ReceiptFile } from '../../library/receipt.ts';
import type { DownloadJob, DownloadRequest } from '../../platform/ipc/contract.ts';
import type { ServerClient } from '../../server-connection/server-client.ts';
import { askForForeignFiles, lookUpForeign } from './foreign-plan.ts';

/** Addresses of a file, valid for some minutes. */
export type FileAddresses = {
  readonly url: string;
  /** Where the hashes of its chunks are; null for small files, or if the server has none. */
  readonly leavesUrl: string | null;
};

export type PlannedFile = FileAddresses & {
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** `digestChunks` of its chunks; null for small files, or if the server does not send it. */
  readonly leavesSha256: string | null;
  /** Set if the source publishes no SHA-256: what it promised instead. `sha256` then names that promise. */
  readonly promised?: { readonly md5: string | null };
};

export type Plan = {
  readonly model: ReceiptFields & { readonly source?: Source };
  /** The scene file comes last, so that it appears only after the files it needs. */
  readonly files: readonly PlannedFile[];
  readonly receiptFiles: readonly ReceiptFile[];
  /** All files of the model on the server, to recognise those in the folder. */
  readonly inventory: readonly ReceiptFile[];
  readonly archiveUrl: string | null;
  readonly totalBytes: number;
  readonly chargedUsd: number;
  readonly contentSha256: string;
};

const FileUrl = z.url({ protocol: /^https?$/ });
const Size = z.number().int().nonnegative();
const MaybeUrl = FileUrl.nullish().transform((url) => url ?? null);
const MaybeSha256 = Sha256.nullish().transform((sha256) => sha256 ?? null);
const DirectAnswer = z.object({
  downloadUrl: FileUrl,
  relativePath: z.string(),
  sizeBytes: Size,
  sha256: Sha256,
  leavesUrl: MaybeUrl,
  leavesSha256: MaybeSha256,
  archiveUrl: MaybeUrl,
  chargedUsd: z.number(),
  supportFiles: z.array(
    SupportFile.extend({
      ...{ url: FileUrl, sizeBytes: Size, leavesUrl: MaybeUrl, leavesSha256: MaybeSha256 },
    }),
  ),
});
const ModelAnswer = ReceiptFields.extend({
  source: Source.optional(),
  topologies: z.array(
    z.object({
      files: z.array(
        InventoryEntry.pick({
          ...{ relativePath: true, format: true, lod: true, variant: true, role: true },
          ...{ sizeBytes: true, sha256: true, derived: true },
        }).extend({ supportBytes: Size.optional() }),
      ),
    }),
  ),
});
type ModelAnswer = z.infer<typeof ModelAnswer>;

function parseAnswer<S extends z.ZodType>(schema: S, answer: unknown, request: DownloadRequest): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'UNAVAILABLE',
    sentence`The server described the files of “${{ title: request.title }}” in a format that Lodestock does not understand. Check the server address in Settings, or update Lodestock.`,
    { cause: parsed.error },
  );
}

/** Throws CORRUPT_FILE for a path outside the model's folder, or one that some system cannot store. */
export function refusePaths(
  files: readonly Pick<PlannedFile, 'relativePath'>[],
  request: DownloadRequest,
): void {
  const [unsafe] = files.flatMap(({ relativePath: name }) => {
    const fault = findPlaceFault(name);
    return fault === null ? [] : [sentence`the name “${{ name }}”, ${{ fault }}`];
  });
  const collision = findPathCollision(files.map(({ relativePath }) => relativePath));
  if (!unsafe && !collision) return;
  const [one = '', other = ''] = collision ?? [];
  const names =
    unsafe ?? sentence`the names “${{ one }}” and “${{ other }}”, which are the same file on some computers`;
  throw new AppError(
    'CORRUPT_FILE',
    sentence`“${{ title: request.title }}” was not downloaded: the server uses ${{ names }}. Tell the server’s admin.`,
  );
}

async function askForFiles(client: ServerClient, request: DownloadRequest) {
  if (isForeign(request.guid)) {
    const files: readonly PlannedFile[] = await askForForeignFiles(client, request);
    refusePaths(files, request);
    return { files, archiveUrl: null, chargedUsd: 0 };
  }
  const { guid, format, lod, variant, relativePath, maxPriceUsd } = request;
  const wish = { guid, format, lod, variant, relativePath };
  const raw = await client.call('pluginDirect', maxPriceUsd === undefined ? wish : { ...wish, maxPriceUsd });
  const answer = parseAnswer(DirectAnswer, raw, request);
  if (answer.relativePath !== relativePath)
    throw new AppError(
      'FILE_NOT_FOUND',
      sentence`The server offered ${{ offered: answer.relativePath }} instead of ${{ wanted: relativePath }}, so nothing was downloaded. Open the model again and choose a file.`,
    );
  const { downloadUrl: url, sizeBytes, sha256, leavesUrl, leavesSha256 } = answer;
  const { archiveUrl, supportFiles, chargedUsd } = answer;
  const files: readonly PlannedFile[] = [
    ...supportFiles,
    { relativePath, url, sizeBytes, sha256, leavesUrl, leavesSha256 },
  ];
  refusePaths(files, request);
  return { files, archiveUrl, chargedUsd };
}

const listFiles = ({ topologies }: ModelAnswer) => topologies.flatMap(({ files }) => files);
const findEntry = (model: ModelAnswer, relativePath: string) =>
  listFiles(model).find((known) => known.relativePath === relativePath);

type Listed = ReadonlyMap<string, ReturnType<typeof listFiles>[number]>;

function toReceiptFile(
  file: PlannedFile,
  request: DownloadRequest,
  { version }: ModelAnswer,
  listed: Listed,
): ReceiptFile {
  const { relativePath, sizeBytes, sha256 } = file;
  const entry = listed.get(relativePath);
  const derived = entry?.derived;
  const content = { relativePath, sizeBytes, sha256, version, ...(derived && { derived }) };
  if (relativePath === request.relativePath)
    return { format: request.format, lod: request.lod, variant: request.variant, role: 'scene', ...content };
  if (entry)
    return { format: entry.format, lod: entry.lod, variant: entry.variant, role: entry.role, ...content };
  const format = formatOf(relativePath);
  const role = roleOf(format) === 'texture' ? 'texture' : 'support';
  return { format, lod: request.lod, variant: null, role, ...content };
}

/** Returns the public facts about the model. Free of charge. */
export async function lookUpModel(client: ServerClient, request: DownloadRequest): Promise<ModelAnswer> {
  const answer = isForeign(request.guid)
    ? lookUpForeign(client, request)
    : client.call('model', { guid: request.guid });
  return parseAnswer(ModelAnswer, await answer, request);
}

/** Returns the bytes of the scene file and all that it needs; null if the server does not report it. */
export function findTotalBytes(model: ModelAnswer, request: DownloadRequest): number | null {
  const entry = findEntry(model, request.relativePath);
  if (entry?.supportBytes === undefined) return null;
  return entry.sizeBytes + entry.supportBytes;
}

const changed = (request: DownloadRequest, what: string) =>
  new AppError(
    'VERSION_CHANGED',
    sentence`“${{ title: request.title }}” ${{ what }} since you chose it, so nothing was replaced. Open the model and download it again to get the new version.`,
  );

/** Throws VERSION_CHANGED, before anything is charged, if the model differs from what the user confirmed. */
export function refuseChange(model: ModelAnswer, job: DownloadJob): void {
  const entry = findEntry(model, job.relativePath);
  if (entry === undefined) return; // the server's error names the missing file
  const hasOtherScene = job.sha256 !== undefined && entry.sha256 !== job.sha256;
  // A new version number with the same files is not a change. Without hashes, the number decides.
  const hasOtherVersion =
    job.contentSha256 === null && job.version !== undefined && model.version !== job.version;
  if (hasOtherScene || hasOtherVersion)
    throw changed(
      job,
      `has changed on the server (version ${job.version ?? 'unknown'} is now ${model.version})`,
    );
}

function digest(files: readonly PlannedFile[]): string {
  const lines = files.map(({ relativePath, sha256 }) => `${sha256} ${relativePath}`).toSorted();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Requests one exact scene file and the files it needs. This call can charge the account; it writes nothing. */
export async function planDownload(
  client: ServerClient,
  request: DownloadJob,
  model: ModelAnswer,
): Promise<Plan> {
  const { files, archiveUrl, chargedUsd } = await askForFiles(client, request);
  const contentSha256 = digest(files);
  const scene = files.find(({ relativePath }) => relativePath === request.relativePath);
  const isOther = request.contentSha256 !== null && request.contentSha256 !== contentSha256;
  if (isOther || (request.sha256 !== undefined && request.sha256 !== scene?.sha256))
    throw changed(request, 'has other files on the server');
  const inventory = listFiles(model);
  const listed: Listed = new Map(inventory.map((file) => [file.relativePath, file]));
  return {
    model: { ...ReceiptFields.parse(model), ...(model.source && { source: model.source }) },
    files,
    receiptFiles: files.map((file) => toReceiptFile(file, request, model, listed)),
    inventory: inventory.map(({ supportBytes: _bytes, ...file }) => ({ ...file, version: model.version })),
    totalBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    archiveUrl,
    chargedUsd,
    contentSha256,
  };
}

/** Returns new addresses for the same files, free of charge. Throws if the model has changed since it was planned. */
export async function renewAddresses(
  client: ServerClient,
  request: DownloadRequest,
  plan: Plan,
): Promise<ReadonlyMap<string, FileAddresses>> {
  const { files } = await askForFiles(client, { ...request, maxPriceUsd: 0 });
  const fresh = new Map(files.map((file) => [file.relativePath, file]));
  const hasChanged = plan.files.some(
    ({ relativePath, sha256 }) => fresh.get(relativePath)?.sha256 !== sha256,
  );
  if (hasChanged) throw changed(request, 'has changed on the server');
  return fresh;
}
