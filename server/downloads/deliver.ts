import type { Caller } from '../accounts/tokens.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import type { Ledger } from '../billing/ledger.ts';
import { toUsd } from '../billing/ledger.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { ModelRow } from '../catalogue/model-row.ts';
import { type InventoryFile, type Models, nameOf } from '../catalogue/models.ts';
import type { Clock } from '../clock.ts';
import { toIso } from '../clock.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Capabilities } from './capabilities.ts';
import type { FileCheck } from './file-check.ts';
import { resolveFile, type Wish } from './resolve-file.ts';

export type Delivery = {
  readonly model: ModelRow;
  readonly file: InventoryFile;
  /** Other files of the topology folder that the file needs. */
  readonly support: readonly InventoryFile[];
  readonly expiresAt: number;
  readonly chargedCents: number;
  readonly balanceCents: number;
};

type Payer = Pick<Caller, 'accountId' | 'tokenId'>;

export type Deliver = (request: {
  /** null: nobody who could pay; only the free topology is delivered then. */
  payer: Payer | null;
  guid: string;
  wish: Wish;
  isSceneOnly: boolean;
  /** Chooses what is delivered beside the file; what it needs when absent. May throw, and nothing is charged then. */
  choose?: (files: readonly InventoryFile[], file: InventoryFile) => readonly InventoryFile[];
  /** Milliseconds that the addresses are good for. */
  lifetime?: number;
  /** Where the file goes, as a person who must approve the charge reads it. */
  target?: string | undefined;
}) => Promise<Delivery>;

const keyRequired = 'This file needs an API key. Send one, or take a 1k file, which is free.';

type Parts = {
  readonly models: Models;
  readonly unlocks: Unlocks;
  readonly ledger: Ledger;
  readonly fileCheck: FileCheck;
  readonly plans: AgentPlans;
  readonly clock: Clock;
};

function chooseNeeded(files: readonly InventoryFile[], file: InventoryFile): readonly InventoryFile[] {
  const needs = new Set(file.needs);
  return files.filter(({ relativePath }) => needs.has(relativePath));
}

/**
 * Resolves one exact file, makes sure that it can be served, and only then unlocks its model. The 1k topology is free
 * for everyone and unlocks nothing.
 */
export function createDeliver({ models, unlocks, ledger, fileCheck, plans, clock }: Parts): Deliver {
  const free = (payer: Payer | null) => ({
    chargedCents: 0,
    balanceCents: payer === null ? 0 : ledger.balance(payer.accountId),
  });
  return async (request) => {
    const { payer, guid, wish, isSceneOnly, choose = chooseNeeded } = request;
    const { lifetime = limits.capability.direct, target = null } = request;
    const model = models.get(guid);
    const files = models.files(model.id);
    const file = resolveFile(isSceneOnly ? files.filter(({ role }) => role === 'scene') : files, wish);
    const support = choose(files, file);
    await fileCheck.requireServable(model, [file, ...support]);
    const now = clock();
    const { guid: unlocked, title, priceCents } = model;
    const { relativePath } = file;
    const isFree = file.lod === '1k';
    if (payer === null && !isFree) throw new AppError('API_KEY_REQUIRED', keyRequired);
    if (payer !== null && !isFree && priceCents > 0 && !unlocks.has(payer.accountId, unlocked)) {
      plans.require({ ...payer, ...toPlan({ model, file, support }), target });
    }
    const paid =
      isFree || payer === null
        ? free(payer)
        : unlocks.unlock({ ...payer, guid: unlocked, relativePath, title, priceCents, at: toIso(now) });
    return {
      model,
      file,
      support,
      expiresAt: now + lifetime,
      ...(await paid),
    };
  };
}

/** What a person is shown before an agent may unlock. */
function toPlan({ model, file, support }: Pick<Delivery, 'model' | 'file' | 'support'>) {
  const { guid, title, license, priceCents } = model;
  const { format, lod, relativePath } = file;
  const files = [file, ...support];
  const sizeBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { guid, title, license, priceCents, format, lod, relativePath, fileCount: files.length, sizeBytes };
}

type Granted = { readonly guid: string; readonly file: InventoryFile; readonly expiresAt: number };

/** Where the hashes of a large file's leaves are, as a field of an answer; small files have none. */
export function toLeavesUrl({ guid, file, expiresAt }: Granted, capabilities: Capabilities) {
  if (file.sizeBytes <= limits.leafBytes) return {};
  const path = file.relativePath;
  return { leavesUrl: capabilities.toUrl({ guid, path, expiresAt, route: 'leaves' }) };
}

/** The part of the answer that agents and plugins share. */
export function toDirectAnswer(delivery: Delivery, capabilities: Capabilities) {
  const { model, file, expiresAt, chargedCents, balanceCents } = delivery;
  const { format, lod, relativePath, contentType, sizeBytes, sha256 } = file;
  return {
    ok: true,
    guid: model.guid,
    format,
    lod,
    downloadUrl: capabilities.toUrl({ guid: model.guid, path: relativePath, expiresAt }),
    fileName: nameOf(relativePath),
    contentType,
    relativePath,
    sizeBytes,
    sha256,
    ...toLeavesUrl({ guid: model.guid, file, expiresAt }, capabilities),
    expiresAt: toIso(expiresAt),
    chargedUsd: toUsd(chargedCents),
    balanceRemainingUsd: toUsd(balanceCents),
  } as const;
}
