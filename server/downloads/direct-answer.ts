import { toUsd } from '../billing/ledger.ts';
import { type InventoryFile, nameOf } from '../catalogue/models.ts';
import { toIso } from '../clock.ts';
import { limits } from '../contract/limits.ts';
import { type ReadyText, readyText } from '../http/ready-answer.ts';
import type { Capabilities } from './capabilities.ts';
import type { Delivery } from './deliver.ts';

type Granted = { readonly guid: string; readonly file: InventoryFile; readonly expiresAt: number };

/** Where the hashes of a large file's leaves are, as a field of an answer; small files have none. */
export function toLeavesUrl({ guid, file, expiresAt }: Granted, capabilities: Capabilities) {
  if (file.sizeBytes <= limits.leafBytes) return {};
  const path = file.relativePath;
  return { leavesUrl: capabilities.toUrl({ guid, path, expiresAt, route: 'leaves' }) };
}

/** What an answer tells of the file: the same for everyone who asks within one step of `expiresAt`. */
function toFileAnswer({ model, file, expiresAt }: Delivery, capabilities: Capabilities) {
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
  } as const;
}

/** The part of the answer that agents and plugins share. */
export function toDirectAnswer(delivery: Delivery, capabilities: Capabilities) {
  return {
    ...toFileAnswer(delivery, capabilities),
    chargedUsd: toUsd(delivery.chargedCents),
    balanceRemainingUsd: toUsd(delivery.balanceCents),
  } as const;
}

/**
 * Writes answers as JSON, and keeps what they tell of a file for as long as its addresses stay the same. `more` depends
 * on the file alone.
 */
export function createAnswerWriter(
  capabilities: Capabilities,
  more: (delivery: Delivery) => object = () => ({}),
): (delivery: Delivery) => ReadyText {
  const kept = new WeakMap<InventoryFile, { readonly expiresAt: number; readonly text: string }>();
  const write = (delivery: Delivery) => {
    const { file, expiresAt } = delivery;
    const whole = JSON.stringify({ ...toFileAnswer(delivery, capabilities), ...more(delivery) });
    const text = whole.slice(0, -1);
    kept.set(file, { expiresAt, text });
    return text;
  };
  return (delivery) => {
    const known = kept.get(delivery.file);
    const text = known?.expiresAt === delivery.expiresAt ? known.text : write(delivery);
    const { chargedCents, balanceCents } = delivery;
    return readyText(
      `${text},"chargedUsd":${toUsd(chargedCents)},"balanceRemainingUsd":${toUsd(balanceCents)}}`,
    );
  };
}
