import { useRef } from 'react';
import { useStore } from 'zustand';
import { SmallPoster } from '../../../components/poster.tsx';
import { useElementSize } from '../../../lib/view/use-element-size.ts';
import { useOneTabStop } from '../../../lib/view/use-one-tab-stop.ts';
import { t } from '../../../text/text.ts';
import type { ModelLink } from '../cards/model-marks.ts';
import type { BrowseStore } from '../store/browse-state.ts';
import { isEverything } from '../store/selection.ts';
import styles from './continue-strip.module.css';
import type { RecentModel, RecentModels } from './recent-models.ts';

type ContinueStripProps = {
  readonly store: BrowseStore;
  readonly recent: RecentModels;
  readonly hrefOf: (model: ModelLink) => string;
};

/** The last opened models, in one row above the whole catalogue; nothing for a new user. */
export function ContinueStrip({ store, recent, hrefOf }: ContinueStripProps) {
  const models = useStore(recent, (state) => state.models);
  const isHome = useStore(store, ({ selection }) => isEverything(selection));
  return isHome && models.length > 0 && <Strip {...{ models, hrefOf }} />;
}

const most = 6;
/** The least width of a card with the gap next to it, in px. */
const least = 168;

type StripProps = Pick<ContinueStripProps, 'hrefOf'> & {
  readonly models: readonly RecentModel[];
};

function Strip({ models, hrefOf }: StripProps) {
  const row = useRef<HTMLUListElement>(null);
  const size = useElementSize(row);
  const oneStop = useOneTabStop(row, { stops: 'a', direction: 'across' });
  const fitting = size === null ? 0 : Math.max(1, Math.min(most, Math.floor(size.width / least)));
  return (
    <nav className={styles.strip} aria-label={t('browse.home.continue')}>
      <span className={styles.label} aria-hidden="true">
        {t('browse.home.continue')}
      </span>
      <ul ref={row} className={styles.row} {...oneStop}>
        {models.slice(0, fitting).map((model) => (
          <li key={model.guid}>
            <a className={styles.card} href={hrefOf(model)} title={model.title}>
              <span className={styles.picture}>
                <SmallPoster guid={model.guid} category={model.category} />
              </span>
              <span className="truncate">{model.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
