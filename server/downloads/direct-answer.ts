import { randomUUID } from 'node:crypto';
import { toIso } from '../base/clock.ts';
import { type Written, writtenAs } from '../base/http/ready-answer.ts';
import { toUsd } from '../base/money.ts';
import { toReadability } from '../catalogue/model/inventory.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { tellTextures } from '../catalogue/model/tell-textures.ts';
import type { OutputOf } from '../contract/index.ts';
import { limits } from '../contract/limits.ts';
import { nameOf, toUrlPath } from '../contract/relative-path.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { ResolvedDownload } from './resolve-download.ts';

export type Addresser = ReturnType<typeof createAddresser>;

type Charge = Pick<OutputOf<'agentDirect'>, 'chargedUsd' | 'balanceRemainingUsd'>;
type FileAnswer = Omit<OutputOf<'agentDirect'>, keyof Charge>;

export function toFileAnswer({ model, file, support }: ResolvedDownload, addresser: Addresser): FileAnswer {
  const { format, lod, relativePath, contentType, sizeBytes, sha256, derived } = file;
  return {
    ok: true,
    guid: model.guid,
    format,
    lod,
    // Agents have no other way to find the support files.
    downloadUrl: support.length > 0 ? addresser.data(relativePath) : addresser.file(file),
    fileName: nameOf(relativePath),
    contentType,
    relativePath,
    sizeBytes,
    sha256,
    ...(derived && { derived }),
    ...addresser.leaves(file),
    expiresAt: addresser.expiresAt,
    ...toReadability(file),
    ...tellTextures(file),
  };
}

// Random, so that no text of a library can contain or guess a placeholder.
const mark = randomUUID();
const blanks = {
  ...{ data: `data-${mark}`, leaves: `leaves-${mark}`, zip: `zip-${mark}` },
  ...{ expiresAt: `expires-${mark}`, permit: `permit-${mark}-` },
};
const anyBlank = new RegExp(`(${Object.values(blanks).join('|')}[0-9a-f]{64})`);

const toArchivePath = ({ relativePath }: InventoryFile) => `${relativePath}.zip`;

function createAddresser({ model, file }: ResolvedDownload, capabilities: Capabilities) {
  const { guid } = model;
  const data = (path: string) => capabilities.toAddress({ guid, path, capability: blanks.data });
  return {
    /** A file or folder under a capability that relative addresses keep. */
    data,
    /** One file by its content, which a cache in front can store. */
    file({ relativePath: path, sha256 }: InventoryFile) {
      if (capabilities.edge === null) return data(path);
      const origin = capabilities.originOf(guid, path);
      return `${origin}/f/${sha256}/${guid}/${toUrlPath(path)}?${blanks.permit}${sha256}`;
    },
    /** URL and digest of a large file's chunk hashes, as fields of an answer; empty for small files. */
    leaves({ relativePath: path, sizeBytes, leavesSha256 }: InventoryFile) {
      if (sizeBytes <= limits.leafBytes) return {};
      const place = { guid, path, route: 'leaves', capability: blanks.leaves } as const;
      return { leavesUrl: capabilities.toAddress(place), ...(leavesSha256 && { leavesSha256 }) };
    },
    /** The file with its support files, as one ZIP. */
    archive: () =>
      capabilities.toAddress({ guid, path: toArchivePath(file), route: 'zip', capability: blanks.zip }),
    expiresAt: blanks.expiresAt,
  };
}

type Template = { readonly origin: string; readonly pieces: readonly string[] };

/** Writes answers: a file's part is serialised once; capabilities are inserted, as each ends with its caller's token. */
export function createAnswerWriter<T extends object, Answer>(
  capabilities: Capabilities,
  tell: (resolved: ResolvedDownload, addresser: Addresser) => T,
  finish: (told: Written<T>, charge: Charge) => Answer,
): (resolved: ResolvedDownload) => Answer {
  const kept = new WeakMap<InventoryFile, Template>();
  const recall = (resolved: ResolvedDownload): Template => {
    const origin = capabilities.originOf(resolved.model.guid, resolved.file.relativePath);
    const known = kept.get(resolved.file);
    if (known?.origin === origin) return known;
    const json = JSON.stringify(tell(resolved, createAddresser(resolved, capabilities)));
    const template = { origin, pieces: json.split(anyBlank) };
    kept.set(resolved.file, template);
    return template;
  };
  // Expiry times are in whole seconds, so most answers reuse the last one's text.
  let end = { at: 0, text: toIso(0) };
  const toEnd = (at: number) => {
    if (at !== end.at) end = { at, text: toIso(at) };
    return end.text;
  };
  const fill = (resolved: ResolvedDownload) => {
    const { model, file, expiresAt, grantedBy } = resolved;
    const permission = { guid: model.guid, of: file.relativePath, expiresAt, grantedBy };
    const toText = (piece: string) => {
      if (piece === blanks.data) return capabilities.issue(permission);
      if (piece.startsWith(blanks.permit))
        return capabilities.edge?.issue(piece.slice(blanks.permit.length), expiresAt) ?? '';
      if (piece === blanks.leaves) return capabilities.issue({ ...permission, route: 'leaves' });
      if (piece === blanks.zip)
        return capabilities.issue({ ...permission, of: toArchivePath(file), route: 'zip' });
      return piece === blanks.expiresAt ? toEnd(expiresAt) : piece;
    };
    return writtenAs<T>(recall(resolved).pieces.map(toText).join(''));
  };
  return (resolved) => {
    const { chargedCents, balanceCents } = resolved;
    const charge = { chargedUsd: toUsd(chargedCents), balanceRemainingUsd: toUsd(balanceCents) };
    return finish(fill(resolved), charge);
  };
}
