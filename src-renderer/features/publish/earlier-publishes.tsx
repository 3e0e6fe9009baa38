import type { Publish } from '../../../server/contract/publish.ts';
import { Said } from '../../components/said.tsx';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import styles from './publish.module.css';

type EarlierPublishesProps = {
  readonly publishes: readonly Publish[];
  readonly hrefOf: (guid: string) => string;
};

/** What the person published before, with what became of it. */
export function EarlierPublishes({ publishes, hrefOf }: EarlierPublishesProps) {
  if (publishes.length === 0) return null;
  return (
    <section className={styles.earlier} aria-label={t('publish.earlier')}>
      <h2>{t('publish.earlier')}</h2>
      <ul>
        {publishes.map(({ publishId, state, guid, title, reason, at }) => (
          <li key={publishId}>
            {state === 'published' ? <a href={hrefOf(guid)}>{title}</a> : <span>{title}</span>}
            <span className="tag" data-state={state}>
              {t(`publish.outcomes.${state}`)}
            </span>
            <time dateTime={at}>{formatDateAndTime(at)}</time>
            {reason !== null && (
              <p className="field-error">
                <Said>{reason}</Said>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
