import { type Clock, toIso } from '../base/clock.ts';
import type { Caller } from '../base/http/caller.ts';
import { formatUsd, toUsd } from '../base/money.ts';
import { requireDownload } from '../base/sight.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import type { Unlocked, Unlocks } from '../billing/unlocks.ts';
import type { ModelRow } from '../catalogue/model/model-row.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { sentence } from '../contract/sentence.ts';
import type { FileCheck } from './file-check.ts';
import { type FileRequest, resolveFile } from './resolve-file.ts';

export type ResolvedDownload = {
  readonly model: ModelRow;
  readonly file: InventoryFile;
  /** Support files in the same topology folder. */
  readonly support: readonly InventoryFile[];
  readonly expiresAt: number;
  /** The token that gets the file; null for anonymous callers. */
  readonly grantedBy: string | null;
  readonly chargedCents: number;
  readonly balanceCents: number;
  readonly isUnlocking: boolean;
};

type Payer = Pick<Caller, 'accountId' | 'tokenId'>;

export type ResolveDownload = (request: {
  /** Null for an anonymous caller, who gets only the free topology. */
  payer: Payer | null;
  guid: string;
  asked: FileRequest;
  isSceneOnly: boolean;
  /** Chooses the files delivered with the file; its support files if absent. If it throws, nothing is charged. */
  choose?: (files: readonly InventoryFile[], file: InventoryFile) => readonly InventoryFile[];
  /** The highest charge in cents; absent: the model's price. */
  mostCents?: number | undefined;
  /** Where the file goes, shown to the user who must approve the charge. */
  target?: string | undefined;
}) => Promise<ResolvedDownload>;

const keyRequired = 'This file needs an API key. Send one, or take a 1k file, which is free.';

type Parts = {
  readonly models: Models;
  readonly unlocks: Unlocks;
  readonly fileCheck: FileCheck;
  readonly plans: AgentPlans;
  readonly clock: Clock;
};

const needed = new WeakMap<InventoryFile, readonly InventoryFile[]>();

function chooseNeeded(files: readonly InventoryFile[], file: InventoryFile): readonly InventoryFile[] {
  const known = needed.get(file);
  if (known) return known;
  const needs = new Set(file.needs);
  const chosen = files.filter(({ relativePath }) => needs.has(relativePath));
  needed.set(file, chosen);
  return chosen;
}

function priceChanged({ title, priceCents }: ModelRow): AppError {
  return new AppError(
    'PRICE_CHANGED',
    sentence`"${{ title }}" now costs ${{ price: formatUsd(priceCents) }}, more than you agreed to pay. Nothing was charged.`,
    { details: { priceUsd: toUsd(priceCents) } },
  );
}

const nothing: Unlocked = { chargedCents: 0, balanceCents: 0 };

/** Milliseconds between checks of the same free file on disk, however often it is requested. */
const lookEvery = 1000;
/** Milliseconds within which a token gets identical URLs. */
const addressStep = 10_000;

/**
 * Resolves one exact file, checks that it can be served, and only then unlocks its model. The 1k topology is free for
 * everyone and unlocks nothing.
 */
export function createResolveDownload({ models, unlocks, fileCheck, plans, clock }: Parts): ResolveDownload {
  const seen = new WeakMap<
    InventoryFile,
    { readonly support: readonly InventoryFile[]; readonly at: number }
  >();
  const look = async (model: ModelRow, file: InventoryFile, support: readonly InventoryFile[]) => {
    await fileCheck.requireServable(model, [file, ...support]);
    seen.set(file, { support, at: clock() });
  };
  const isSeenLately = (file: InventoryFile, support: readonly InventoryFile[], now: number) => {
    const last = seen.get(file);
    return last !== undefined && last.support === support && now - last.at < lookEvery;
  };
  const toUnlocked = (balanceCents: number): Unlocked => ({ chargedCents: 0, balanceCents });
  const paidBefore = (payer: Payer | null, { guid }: ModelRow, { lod }: InventoryFile) => {
    if (payer === null && lod !== '1k') throw new AppError('API_KEY_REQUIRED', keyRequired);
    if (payer === null) return nothing;
    if (lod !== '1k') return unlocks.owned(payer.accountId, guid);
    const balance = unlocks.balance(payer.accountId);
    return typeof balance === 'number' ? toUnlocked(balance) : balance.then(toUnlocked);
  };
  return async (request) => {
    const { payer, guid, asked, isSceneOnly, choose = chooseNeeded } = request;
    const { target = null } = request;
    const model = models.get(guid);
    requireDownload(guid);
    const files = models.files(model.id);
    const file = resolveFile(files, isSceneOnly ? { ...asked, role: 'scene' } : asked);
    const support = choose(files, file);
    const now = clock();
    const expiresAt = Math.floor((now + limits.capability.lifetime) / addressStep) * addressStep;
    const paid = paidBefore(payer, model, file);
    // Avoids the wait for cached unlocks: owners of a model request its files one by one.
    const known = paid instanceof Promise ? await paid : paid;
    const isKnownHere = known !== null && model.host === null && isSeenLately(file, support, now);
    if (!isKnownHere) await look(model, file, support);
    const delivered = { model, file, support, expiresAt, grantedBy: payer?.tokenId ?? null };
    if (known !== null || payer === null) return { ...delivered, ...(known ?? nothing), isUnlocking: false };
    const { priceCents, title } = model;
    if (priceCents > (request.mostCents ?? priceCents)) throw priceChanged(model);
    await fileCheck.requireOffered(model, [file, ...support]);
    if (priceCents > 0) await plans.require({ ...payer, ...toPlan({ model, file, support }), target });
    const { relativePath } = file;
    const wished = { ...payer, guid: model.guid, relativePath, title, priceCents, at: toIso(now) };
    const unlocked = await unlocks.unlock(wished);
    // Another request may have unlocked it first; free models leave no record.
    const isUnlocking = priceCents === 0 || unlocked.chargedCents > 0;
    return { ...delivered, ...unlocked, isUnlocking };
  };
}

function toPlan({ model, file, support }: Pick<ResolvedDownload, 'model' | 'file' | 'support'>) {
  const { guid, title, license, priceCents } = model;
  const { format, lod, relativePath } = file;
  const files = [file, ...support];
  const sizeBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { guid, title, license, priceCents, format, lod, relativePath, fileCount: files.length, sizeBytes };
}
