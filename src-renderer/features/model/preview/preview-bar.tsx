import { type RefObject, useEffect, useRef } from 'react';
import type { Lod } from '../../../../server/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { ViewOffer } from '../store/view-source.ts';
import styles from './model-view.module.css';
import type { ChoosePosterView } from './poster-choice.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import type { PreviewStore } from './preview-store.ts';
import { PreviewTools } from './preview-tools.tsx';
import { describeProgress, measureProgress } from './preview-words.ts';

type PreviewBarProps = {
  readonly store: PreviewStore;
  readonly host: RefObject<HTMLElement | null>;
  /** The element that fills the screen on request. */
  readonly figure: RefObject<HTMLElement | null>;
  readonly offers: readonly ViewOffer[];
  readonly onLod: (lod: Lod) => void;
  /** Address of the page, for links to the view. */
  readonly link: string;
  /** File name of saved pictures. */
  readonly name: string;
  readonly choosePoster: ChoosePosterView | null;
  readonly onOpen: () => void;
  /** The person may be about to open the view. */
  readonly onNear: () => void;
};

const looks = {
  picture: { icon: 'play', label: 'preview.open' },
  loading: { icon: 'close', label: 'common.cancel' },
  shown: { icon: 'picture', label: 'preview.showPicture' },
  failed: { icon: 'retry', label: 'preview.tryAgain' },
} as const;

/** Opens and closes the view, and all that is said and done next to it. */
export function PreviewBar({
  store,
  host,
  figure,
  offers,
  onLod,
  link,
  name,
  choosePoster,
  onOpen,
  onNear,
}: PreviewBarProps) {
  const { status, error, progress, lod } = usePicked(store, 'status', 'error', 'progress', 'lod');
  const { close } = store.getState();
  const switcher = useRef<HTMLButtonElement>(null);
  useFollowedFocus(status, switcher, host);
  const isOpen = status === 'loading' || status === 'shown';
  const { icon, label } = looks[status];
  return (
    <div className="stack gap-3">
      <div className="row wrap gap-2">
        <Button
          ref={switcher}
          icon={icon}
          {...(status === 'picture' && { className: styles.opener })}
          onClick={isOpen ? close : onOpen}
          onPointerEnter={onNear}
          onFocus={onNear}
        >
          <span>{t(label)}</span>
        </Button>
        {status === 'shown' && (
          <>
            <TopologySwitch store={store} offers={offers} onLod={onLod} />
            <CompareButton store={store} offers={offers} />
            <PreviewTools {...{ store, figure, link, name, choosePoster }} />
          </>
        )}
        {status === 'loading' && (
          <div className={styles.progress}>
            <span>{describeProgress(progress, lod)}</span>
            <ProgressBar label={t('preview.progress.label')} value={measureProgress(progress)} />
          </div>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {status === 'shown' && <PreviewFacts store={store} />}
    </div>
  );
}

type TopologySwitchProps = Pick<PreviewBarProps, 'store' | 'offers' | 'onLod'>;

/** One press for each topology; those that the person does not have yet say so. */
function TopologySwitch({ store, offers, onLod }: TopologySwitchProps) {
  const { lod, next } = usePicked(store, 'lod', 'next');
  if (offers.length < 2) return null;
  return (
    <fieldset className={styles.topologies}>
      <legend className="visually-hidden">{t('preview.topologies')}</legend>
      {offers.map((offer) => {
        const isLocked = !offer.isOpen;
        const isMissing = offer.source === null;
        const hint = isMissing ? t('preview.noViewOf') : isLocked ? t('preview.locked') : undefined;
        return (
          <label key={offer.lod} className={styles.topology} title={hint} data-busy={next === offer.lod}>
            <input
              type="radio"
              name="shown-topology"
              className="visually-hidden"
              checked={(next ?? lod) === offer.lod}
              disabled={isLocked || isMissing}
              onChange={() => {
                if (offer.source) store.getState().change(offer.source);
                onLod(offer.lod);
              }}
            />
            <strong>{offer.lod}</strong>
            {offer.triangles !== null && <span>{t('preview.count', { count: offer.triangles })}</span>}
            {hint !== undefined && <span className="visually-hidden">{hint}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Shows all topologies that the person has next to each other, from the same side. */
function CompareButton({ store, offers }: Omit<TopologySwitchProps, 'onLod'>) {
  const { compared, isComparing } = usePicked(store, 'compared', 'isComparing');
  const sources = offers.flatMap(({ isOpen, source }) => (isOpen && source ? [source] : []));
  if (sources.length < 2) return null;
  const isOn = compared.length > 0;
  return (
    <Button
      icon="columns"
      aria-pressed={isOn}
      aria-busy={isComparing}
      onClick={() => store.getState().compare(isOn ? [] : sources)}
    >
      {t('preview.compare')}
    </Button>
  );
}

/** The focus goes from the button into the view, and from a view that closes back to the button. */
function useFollowedFocus(
  status: string,
  switcher: RefObject<HTMLElement | null>,
  host: RefObject<HTMLElement | null>,
): void {
  const before = useRef(status);
  useEffect(() => {
    const was = before.current;
    before.current = status;
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === null;
    if (status === 'shown' && (isFree || activeElement === switcher.current))
      host.current?.focus({ preventScroll: true });
    if (was === 'shown' && status !== 'shown' && (isFree || activeElement === host.current))
      switcher.current?.focus({ preventScroll: true });
  }, [status, switcher, host]);
}
