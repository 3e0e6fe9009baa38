import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Notice } from '../../components/notice.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { describeModel, type Seen } from '../../lib/describe-model.ts';
import { formatDate } from '../../lib/format-date.ts';
import { isUncategorised } from '../../lib/is-uncategorised.ts';
import { t } from '../../text/text.ts';
import type { ShownModel } from '../../viewer/viewer.ts';
import { ModelFacts } from './model-facts.tsx';
import styles from './model-page.module.css';
import { ModelView } from './preview/model-view.tsx';
import type { ChoosePosterView } from './preview/poster-choice.tsx';
import { type HrefOfModel, SimilarModels } from './similar-models.tsx';
import { resolveChoice } from './store/file-choice.ts';
import type { ModelAddress, ModelStore } from './store/model-store.ts';
import { listViewOffers } from './store/view-source.ts';
import { TextureList } from './texture-list.tsx';

type ModelPageProps = {
  readonly store: ModelStore;
  readonly address: ModelAddress;
  readonly onBack: () => void;
  readonly onTag: (tag: string) => void;
  readonly onCategory: (category: string) => void;
  readonly hrefOf: HrefOfModel;
  readonly renderFiles: (model: ModelDetails) => ReactNode;
  readonly renderOwned: (guid: string) => ReactNode;
  /** The user's note on the model; absent if signed out. */
  readonly renderNotes?: (guid: string) => ReactNode;
  /** Earlier versions for owners of the model; absent if signed out. */
  readonly renderVersions?: (model: ModelDetails) => ReactNode;
  /** Adds the model to favourites and collections. */
  readonly renderKeep: (model: ModelDetails) => ReactNode;
  /** The view angle from a link; absent or null if the 3D view is not to open at once. */
  readonly view?: string | null;
  /** For users who may choose the model's poster. */
  readonly choosePoster?: (guid: string, ...view: Parameters<ChoosePosterView>) => Promise<unknown>;
};

export function ModelPage(props: ModelPageProps) {
  const { store, address, onBack } = props;
  const { segment, guid } = address;
  const { status, error } = usePicked(store, 'status', 'error');
  const { reload } = store.getState();
  useEffect(() => {
    store.getState().open({ segment, guid });
  }, [store, segment, guid]);
  return (
    <article className={styles.page} aria-label={t('model.title')} aria-busy={status === 'loading'}>
      <div className={`row middle rigid ${styles.bar}`}>
        <Button variant="quiet" icon="back" onClick={onBack}>
          {t('common.back')}
        </Button>
      </div>
      {status === 'failed' && error !== null && (
        <ErrorPanel isPage error={error} onRetry={reload} onBack={onBack} />
      )}
      {status === 'loading' && <Loading />}
      {status === 'ready' && <Ready {...props} />}
    </article>
  );
}

function Loading() {
  return (
    <div className={styles.columns}>
      <h1 className="visually-hidden">{t('model.loading')}</h1>
      <div className={styles.skeletonPoster} />
      <div className={styles.skeletonFiles} />
    </div>
  );
}

/** Lists what scene files refer to but does not come with them, before anything is bought. */
function MissingTextures({ topologies }: Pick<ModelDetails, 'topologies'>) {
  const names = new Set(topologies.flatMap(({ files }) => files.flatMap(({ missing = [] }) => missing)));
  if (names.size === 0) return null;
  return (
    <Notice tone="warn">{t('model.missing', { count: names.size, names: [...names].join(', ') })}</Notice>
  );
}

function Ready(props: ModelPageProps) {
  const {
    store,
    onTag,
    onCategory,
    hrefOf,
    renderFiles,
    renderOwned,
    renderKeep,
    renderNotes,
    renderVersions,
    view = null,
    choosePoster,
  } = props;
  const { details, pricing, preferredLod, preferredFormat } = usePicked(
    store,
    'details',
    'pricing',
    'preferredLod',
    'preferredFormat',
  );
  const title = useRef<HTMLHeadingElement>(null);
  const guid = details?.guid;
  useLayoutEffect(() => {
    if (guid === undefined) return;
    const { activeElement } = document;
    // In the next frame, which lays out the page anyway: doing it now would freeze a slow phone. If the user has moved
    // the focus by then, it stays.
    const next = requestAnimationFrame(() => {
      if (document.activeElement === activeElement) title.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(next);
  }, [guid]);
  const [seen, setSeen] = useState<Seen>({});
  const seeShown = useCallback(
    ({ materials, isMetric, size: [x, y, z] }: ShownModel) =>
      setSeen((before) => ({
        ...before,
        materials: materials.length,
        ...(isMetric && { sizeMetres: { x, y, z } }),
      })),
    [],
  );
  const seePixels = (pixels: number) =>
    setSeen((before) =>
      pixels > (before.texturePixels ?? 0) ? { ...before, texturePixels: pixels } : before,
    );
  if (details === null) return null;
  const choice = resolveChoice(details.topologies, preferredLod, preferredFormat);
  return (
    <div className={styles.columns}>
      <div className={styles.view}>
        <ModelView
          key={details.guid}
          details={details}
          pricing={pricing}
          chosenLod={choice?.lod ?? null}
          onLod={store.getState().chooseLod}
          place={view}
          onShown={seeShown}
          choosePoster={choosePoster ? (side) => choosePoster(details.guid, side) : null}
        />
      </div>
      <div className={styles.files}>
        <header className={styles.header}>
          <h1 ref={title} tabIndex={-1}>
            {details.title}
          </h1>
          <p>{describeModel({ ...details, ...seen })}</p>
          <p className="quiet">
            {!isUncategorised(details.category) && (
              <button type="button" className={styles.crumb} onClick={() => onCategory(details.category)}>
                {details.category}
              </button>
            )}
            {details.subcategory !== '' && <span> / {details.subcategory}</span>}
            {details.sourceUpdatedAt !== null && (
              <span className={styles.updated}>
                {t('model.updated', { date: formatDate(details.sourceUpdatedAt) })}
              </span>
            )}
          </p>
          {renderOwned(details.guid)}
          <div className="row wrap gap-3">{renderKeep(details)}</div>
        </header>
        <MissingTextures topologies={details.topologies} />
        {renderFiles(details)}
        <SimilarModels store={store} hrefOf={hrefOf} />
      </div>
      <div className={`stack one-column packed gap-5 shrinkable ${styles.about}`}>
        <ModelFacts details={details} onTag={onTag} />
        {renderNotes?.(details.guid)}
        {details.version > 1 && renderVersions?.(details)}
        <TextureList
          topologies={details.topologies}
          offers={listViewOffers(details.topologies, pricing)}
          onPixels={seePixels}
        />
      </div>
    </div>
  );
}
