import { useStore } from 'zustand';
import type { ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import { Poster } from '../../components/poster.tsx';
import { describeUnlockPrice } from '../../lib/model-price.ts';
import { t } from '../../text/text.ts';
import styles from './similar-models.module.css';
import type { ModelStore } from './store/model-store.ts';

export type HrefOfModel = (model: Pick<ModelRecord, 'guid' | 'slug'>) => string;

type SimilarModelsProps = { readonly store: ModelStore; readonly hrefOf: HrefOfModel };

/** Links to similar models; nothing if there are none. */
export function SimilarModels({ store, hrefOf }: SimilarModelsProps) {
  const similar = useStore(store, (state) => state.similar);
  if (similar.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('model.similar')}>
      <h2>{t('model.similar')}</h2>
      <ul className={styles.cards}>
        {similar.map((model) => (
          <li key={model.guid}>
            <a className={styles.card} href={hrefOf(model)} title={model.title}>
              <span className={styles.picture}>
                <Poster category={model.category} url={model.previewMediumUrl} sketchUrl={model.sketchUrl} />
              </span>
              <span className={`truncate ${styles.title}`}>{model.title}</span>
              <span className={styles.price}>{describeUnlockPrice(model)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
