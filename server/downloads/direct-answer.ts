import { toIso } from '../base/clock.ts';
import { type Written, write } from '../base/http/ready-answer.ts';
import { toUsd } from '../base/money.ts';
import { type InventoryFile, nameOf } from '../catalogue/model/models.ts';
import type { OutputOf } from '../contract/index.ts';
import { limits } from '../contract/limits.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { Delivery } from './deliver.ts';

type Granted = { readonly guid: string; readonly file: InventoryFile; readonly expiresAt: number };

/** Where the hashes of a large file's leaves are, as a field of an answer; small files have none. */
export function toLeavesUrl({ guid, file, expiresAt }: Granted, capabilities: Capabilities) {
  if (file.sizeBytes <= limits.leafBytes) return {};
  const path = file.relativePath;
  return { leavesUrl: capabilities.toUrl({ guid, path, expiresAt, route: 'leaves' }) };
}

type Charge = Pick<OutputOf<'agentDirect'>, 'chargedUsd' | 'balanceRemainingUsd'>;
type FileAnswer = Omit<OutputOf<'agentDirect'>, keyof Charge>;

/** What an answer tells of the file: the same for everyone who asks within one step of `expiresAt`. */
export function toFileAnswer({ model, file, expiresAt }: Delivery, capabilities: Capabilities): FileAnswer {
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
  };
}

/**
 * Writes answers, and keeps what they tell of a file for as long as its addresses stay the same: that depends on the file
 * alone.
 */
export function createAnswerWriter<T extends object, Answer>(
  tell: (delivery: Delivery) => T,
  finish: (told: Written<T>, charge: Charge) => Answer,
): (delivery: Delivery) => Answer {
  const kept = new WeakMap<InventoryFile, { readonly expiresAt: number; readonly told: Written<T> }>();
  const recall = (delivery: Delivery) => {
    const { file, expiresAt } = delivery;
    const known = kept.get(file);
    if (known?.expiresAt === expiresAt) return known.told;
    const told = write(tell(delivery));
    kept.set(file, { expiresAt, told });
    return told;
  };
  return (delivery) => {
    const { chargedCents, balanceCents } = delivery;
    const charge = { chargedUsd: toUsd(chargedCents), balanceRemainingUsd: toUsd(balanceCents) };
    return finish(recall(delivery), charge);
  };
}
