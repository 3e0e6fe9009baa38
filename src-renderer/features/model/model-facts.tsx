import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Fact, FactList } from '../../components/lists/fact-list.tsx';
import { usePlatform } from '../../components/platform.ts';
import { findLicence, toAttribution } from '../../lib/licence.ts';
import { model as english } from '../../text/en/model.ts';
import { t } from '../../text/text.ts';
import styles from './model-page.module.css';

type ModelFactsProps = { readonly details: ModelDetails; readonly onTag: (tag: string) => void };

export function ModelFacts({ details, onTag }: ModelFactsProps) {
  return (
    <>
      {details.description !== '' && <p className={styles.description}>{details.description}</p>}
      {details.tags.length > 0 && (
        <ul className="row wrap gap-2" aria-label={t('model.tags')}>
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

const { plainFacts } = english;
const isPlain = (field: string): field is keyof typeof plainFacts => Object.hasOwn(plainFacts, field);

/** A text field needs only a label in the messages to be shown. */
const listPlainFacts = (details: ModelDetails) =>
  Object.entries(details).flatMap(([field, value]) =>
    isPlain(field) && typeof value === 'string' && value !== ''
      ? [[t(`model.plainFacts.${field}`), value] as const]
      : [],
  );

/** Its name, what it permits, and the attribution to write. */
function Licence({ details }: { readonly details: ModelDetails }) {
  const { kind } = usePlatform();
  const { license } = details;
  const known = findLicence(license);
  return (
    <span className={styles.licence}>
      {known !== null && kind === 'web' ? (
        <a href={known.url} target="_blank" rel="noreferrer license">
          {license}
        </a>
      ) : (
        license
      )}
      {known !== null && <span>{known.sentence}</span>}
      <CopyButton text={toAttribution(details)} label={t('model.copyAttribution')} />
    </span>
  );
}

const listFacts = (details: ModelDetails): readonly Fact[] => [
  [t('model.facts.licence'), <Licence key="licence" details={details} />],
  ...listPlainFacts(details),
  ...(details.version > 1 ? [[t('model.facts.version'), String(details.version)] as const] : []),
];
