import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatTriangles } from '../../lib/format-triangles.ts';
import { describeWholePrice } from '../../lib/model-price.ts';
import { english } from '../../text/en/english.ts';
import { t } from '../../text/text.ts';
import styles from './model-page.module.css';

type ModelFactsProps = { readonly details: ModelDetails; readonly onTag: (tag: string) => void };

export function ModelFacts({ details, onTag }: ModelFactsProps) {
  return (
    <>
      {details.description !== '' && <p className={styles.description}>{details.description}</p>}
      {details.tags.length > 0 && (
        <ul className={styles.tags} aria-label={t('model.tags')}>
          {details.tags.map((tag) => (
            <li key={tag}>
              <button type="button" className={styles.tag} onClick={() => onTag(tag)}>
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
      <FactList facts={listFacts(details)} />
    </>
  );
}

const { plainFacts } = english.model;
const isPlain = (field: string): field is keyof typeof plainFacts => Object.hasOwn(plainFacts, field);

/** A field that holds a text needs no more than a label in the messages to be shown. */
const listPlainFacts = (details: ModelDetails) =>
  Object.entries(details).flatMap(([field, value]) =>
    isPlain(field) && typeof value === 'string' && value !== ''
      ? [[t(`model.plainFacts.${field}`), value] as const]
      : [],
  );

function listFacts(details: ModelDetails): readonly Fact[] {
  const { animated, rigged, triCount, sourceUpdatedAt } = details;
  const stillness = rigged ? t('model.motion.staticAndRigged') : t('model.motion.static');
  const motion = rigged ? t('model.motion.animatedAndRigged') : t('model.motion.animated');
  const facts = [
    [t('model.facts.licence'), details.license],
    ...listPlainFacts(details),
    [t('model.facts.price'), describeWholePrice(details)],
    [
      t('model.facts.triangles'),
      triCount === null ? null : t('model.upToTriangles', { triangles: formatTriangles(triCount) }),
    ],
    [t('model.facts.animation'), animated ? motion : stillness],
    [t('model.facts.size'), formatBytes(details.sizeBytes)],
    [t('model.facts.version'), String(details.version)],
    [t('model.facts.updated'), sourceUpdatedAt === null ? null : formatDate(sourceUpdatedAt)],
  ] as const;
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}
