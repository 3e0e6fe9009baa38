import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { ModelData } from '../catalogue/model/model-data.ts';
import type { CatalogueWriter } from '../catalogue/write/catalogue-writer.ts';
import { type Problems, toProblem } from '../catalogue/write/problems.ts';
import { inTurn, sayOf, sentence, type Words } from '../contract/sentence.ts';
import type { HostRow } from './host-rows.ts';
import type { LetGo } from './let-go.ts';
import type { ProductRow, ProductRows } from './product-rows.ts';
import type { FoundProduct } from './read-product.ts';

/** What a host's change amounts to once its product was fetched. `fault` is the end of a sentence. */
export type Outcome =
  | { readonly kind: 'known' }
  | { readonly kind: 'removed' }
  | (FoundProduct & { readonly kind: 'product' })
  | { readonly kind: 'refused'; readonly fault: Words };

export type Change = {
  readonly guid: string;
  readonly offset: number;
  readonly version: number;
  readonly outcome: Outcome;
};

/** Writes one change inside the caller's transaction; true if the catalogue changed. */
export type ApplyChange = (host: HostRow, change: Change) => boolean;

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly writer: CatalogueWriter;
  readonly products: ProductRows;
  readonly problems: Problems;
  readonly letGo: LetGo;
  /** Position of a host in the settings: the first of several with the same model describes it. */
  readonly placeOf: (host: number) => number;
  /** Whether a host can take over models of this server's own library; a pure site has no library. */
  readonly isLibraryFree: boolean;
};

type Owner = {
  readonly host: number | null;
  readonly url: string | null;
  readonly isListed: number | null;
  readonly contentHash: string;
};

const problemPath = (host: Pick<HostRow, 'url'>, guid: string) => `${host.url}/${guid}`;

export function createApplyChange(parts: Parts): ApplyChange {
  const { writer, products, problems, clock } = parts;
  const ownerOf = parts.db.prepare<[string], Owner>(
    `SELECT model.host, sync_host.url, sync_host.is_listed AS isListed, model.content_hash AS contentHash
     FROM model LEFT JOIN sync_host ON sync_host.id = model.host WHERE guid = ?`,
  );

  /** Whether a model stays with its current owner: another listed host, or the library. */
  const isKept = (owner: Owner | undefined, host: HostRow) => {
    if (owner === undefined || owner.host === host.id) return false;
    return owner.host === null ? !parts.isLibraryFree : owner.isListed === 1;
  };
  const isSame = (owner: Owner | undefined, model: ModelData) =>
    owner !== undefined && owner.host !== null && owner.contentHash === model.contentHash;

  /** Why a model cannot be accepted from this host, as the end of a sentence. */
  const findFault = (host: HostRow, change: Change, known: ProductRow) => {
    if (change.outcome.kind !== 'product') return null;
    const { model, version } = change.outcome;
    const owner = ownerOf.get(model.guid);
    if (isKept(owner, host) && !isSame(owner, model)) {
      return owner?.host
        ? sentence`has the guid of a model of ${{ host: owner.url ?? '' }}, and other files. Give it the same files, or another guid.`
        : sentence`has the guid of a model of this server's own library. Change the guid of one of them.`;
    }
    if (version < change.version)
      return `is described in version ${version} where version ${change.version} was announced`;
    if (version < known.version) return `went back from version ${known.version} to ${version}`;
    const isOther = version === known.version && model.contentHash !== known.contentHash;
    return isOther ? `has other files in the same version ${version}` : null;
  };

  const refuse = (host: HostRow, known: ProductRow, fault: Words) => {
    const now = clock();
    const place = sentence`The product ${{ guid: known.guid }} of the file host ${{ host: host.url }}`;
    const says =
      typeof fault === 'string'
        ? sentence`The product ${{ guid: known.guid }} of the file host ${{ host: host.url }} ${{ fault }}.`
        : sayOf({ place }, fault);
    const reason = inTurn(says, 'The previous data is kept.');
    problems.set(toProblem(problemPath(host, known.guid), 'host-model', reason), toIso(now));
    products.save({ ...known, pass: host.pass, triedAt: now });
    return products.noteMirrors(known.guid);
  };

  const take = (host: HostRow, known: ProductRow, found: Outcome & { kind: 'product' }) => {
    const { model, version, addedAt, colour, filesHash } = found;
    const path = problemPath(host, model.guid);
    const highestVersion = Math.max(known.highestVersion, version);
    if (version < known.highestVersion) {
      const reason = sentence`The product ${{ guid: model.guid }} of the file host ${{ host: host.url }} is in version ${{ version }} since the host began a new history; it was in version ${{ before: known.highestVersion }} before.`;
      problems.set(toProblem(path, 'host-model', reason), toIso(clock()));
    } else problems.clear(path, 'host-model');
    const { contentHash } = model;
    const taken = { version, highestVersion, contentHash, filesHash, pass: host.pass };
    products.save({ ...known, ...taken, isRemoved: 0, triedAt: null });
    const owner = ownerOf.get(model.guid);
    const isMirror = isKept(owner, host) && parts.placeOf(owner?.host ?? 0) < parts.placeOf(host.id);
    const hasChanged = !isMirror && writer.adopt(model, { host: host.id, version, addedAt, colour });
    // Hosts that had the same files now differ, and others may now have the same.
    if (hasChanged && owner !== undefined && owner.contentHash !== contentHash)
      products.retry(model.guid, host.id);
    return products.noteMirrors(model.guid) || hasChanged;
  };

  const remove = (host: HostRow, known: ProductRow) => {
    problems.clear(problemPath(host, known.guid), 'host-model');
    products.save({ ...known, isRemoved: 1, pass: host.pass, triedAt: null });
    if (ownerOf.get(known.guid)?.host !== host.id) return products.noteMirrors(known.guid);
    parts.letGo(known.guid, host.id);
    return true;
  };

  return (host, change) => {
    const { guid, offset, outcome } = change;
    const before = products.find(host.id, guid);
    const isOfEpoch = before !== null && before.pass >= host.epochPass;
    const known: ProductRow = {
      ...(before ?? unknown(host, guid)),
      // Data from an earlier epoch belongs to another history of the host.
      ...(!isOfEpoch && { version: 0, contentHash: '' }),
      seq: offset,
    };
    if (outcome.kind === 'known') {
      products.save({ ...known, pass: host.pass });
      return false;
    }
    if (outcome.kind === 'removed') return before === null ? false : remove(host, known);
    if (outcome.kind === 'refused') return refuse(host, known, outcome.fault);
    const fault = findFault(host, change, known);
    return fault === null ? take(host, known, outcome) : refuse(host, known, fault);
  };
}

const unknown = (host: HostRow, guid: string): ProductRow => ({
  host: host.id,
  guid,
  seq: 0,
  version: 0,
  highestVersion: 0,
  contentHash: '',
  filesHash: null,
  isRemoved: 0,
  pass: 0,
  triedAt: null,
});
