import { setImmediate } from 'node:timers/promises';
import type { KeptUse } from '../accounts/lists/projects.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { toShown } from '../catalogue/model/model-row.ts';
import type { Models } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import type { CheckedModel, Project } from '../contract/projects.ts';
import { besideEnglish, sentence, textOf } from '../contract/sentence.ts';
import { readLicence, toAllowance } from '../shared/licence-terms.ts';

export type CheckParts = { readonly models: Models; readonly addresses: Addresses };
type Rules = Pick<Project, 'forbids' | 'allows'>;
type Problem = CheckedModel['problems'][number];

const another = 'Use another model, or ask its author for other terms.';
const describe = (license: string) => ({
  nonCommercial: { says: sentence`${{ licence: license }} forbids commercial use.`, next: another },
  editorial: { says: sentence`${{ licence: license }} allows editorial use only.`, next: another },
  shareAlike: {
    says: sentence`${{ licence: license }} asks that what you make from the model has the same licence.`,
    next: 'Use another model, or publish your work under that licence.',
  },
  noDerivatives: { says: sentence`${{ licence: license }} forbids changed versions.`, next: another },
});
const gone: Problem = {
  rule: 'gone',
  isBreach: false,
  message: 'This server does not have the model now, so its licence is not known.',
  next: 'Add it to the library again, or remove it from the project.',
};

const mostQuoted = 80;
const quote = (license: string) => {
  const line = license.replace(/\s+/g, ' ');
  return line.length > mostQuoted ? `${line.slice(0, mostQuoted)} …` : line;
};

function judge(guid: string, license: string, { forbids, allows }: Rules): Problem[] {
  if (forbids.length === 0 || allows.includes(toAllowance({ guid, license }))) return [];
  const known = readLicence(license);
  if (known !== null)
    return known.terms
      .filter((term) => forbids.includes(term))
      .map((rule) => {
        const { says, next } = describe(license)[rule];
        return { rule, isBreach: true, message: textOf(says), sentence: says, next };
      });
  const isNamed = license !== '' && license !== 'Unspecified';
  const says = isNamed
    ? sentence`Lodestock does not know what “${{ licence: quote(license) }}” allows.`
    : 'The model names no licence.';
  return [
    {
      rule: 'unknown',
      isBreach: forbids.includes('unknown'),
      message: textOf(says),
      ...besideEnglish(says),
      next: isNamed
        ? 'Read its terms, then allow this licence in the project, or use another model.'
        : 'Ask its author, then have an admin enter the licence, or allow it in the project.',
    },
  ];
}

export function findModel(models: Models, guid: string) {
  try {
    return models.get(guid);
  } catch (error) {
    if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return null;
    throw error;
  }
}

function judgeModel(parts: CheckParts, uses: readonly [KeptUse, ...KeptUse[]], rules: Rules): CheckedModel {
  const { guid, title } = uses[0];
  const people = new Set(uses.map(({ addedBy }) => addedBy ?? ''));
  const unlocked = new Set(uses.filter((use) => use.hasUnlocked === 1).map(({ addedBy }) => addedBy));
  const versions = uses.flatMap(({ version }) => version ?? []);
  const used = {
    version: versions.length === 0 ? null : Math.min(...versions),
    people: people.size,
    unlocked: unlocked.size,
    scenes: [...new Set(uses.map(({ scene }) => scene).filter((scene) => scene !== ''))],
  };
  const row = findModel(parts.models, guid);
  if (row === null) {
    const unknown = { pageUrl: null, previewUrl: null, license: '', licenseUrl: null, attribution: null };
    const state = { newestVersion: null, isOutdated: false, isEdited: false, priceUsd: 0, problems: [gone] };
    return { guid, title, ...unknown, ...used, ...state };
  }
  const record = toShown('record', row, parts.addresses);
  const { license } = record;
  const hashes = new Set(parts.models.files(row.id).map(({ sha256 }) => sha256));
  // Files that the server has are current, whatever version they came with: even a new picture makes a version.
  const foreign = uses.filter(({ sha256 }) => sha256 === '' || !hashes.has(sha256));
  return {
    ...{ guid, title: record.title, pageUrl: record.modelPageUrl, previewUrl: record.previewSmallUrl },
    ...{ license, licenseUrl: readLicence(license)?.url ?? null },
    attribution: toShown('receipt', row, parts.addresses).attribution,
    ...used,
    newestVersion: record.version,
    isOutdated: foreign.some(({ version }) => version !== null && version < record.version),
    isEdited: foreign.some(
      ({ sha256, version }) => sha256 !== '' && version !== null && version >= record.version,
    ),
    priceUsd: record.priceUsd,
    problems: judge(guid, license, rules),
  };
}

const inOneTurn = 250;
const compareTitles = new Intl.Collator('en', { numeric: true }).compare;

/** Checks every model of a project against its rules; those with problems come first. */
export async function checkModels(parts: CheckParts, uses: readonly KeptUse[], rules: Rules) {
  const checked: CheckedModel[] = [];
  for (const some of Map.groupBy(uses, ({ guid }) => guid).values()) {
    const [first, ...others] = some;
    if (first !== undefined) checked.push(judgeModel(parts, [first, ...others], rules));
    if (checked.length % inOneTurn === 0) await setImmediate(); // lets other requests run
  }
  const rank = ({ problems }: CheckedModel) => (problems.length > 0 ? 0 : 1);
  return checked.sort((a, b) => rank(a) - rank(b) || compareTitles(a.title, b.title));
}
