import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../../server/contract/catalogue/discovery.ts';
import type { Lod } from '../../../../server/contract/limits.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { LiveRegion } from '../../../components/live-region.tsx';
import { Poster } from '../../../components/poster.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import { readViewKey } from '../../../viewer/view-command.ts';
import type { ShownModel } from '../../../viewer/viewer.ts';
import type { Pricing } from '../store/model-store.ts';
import { explainNoView, findFirstSource, listViewOffers, type ViewOffer } from '../store/view-source.ts';
import styles from './model-view.module.css';
import type { ChoosePosterView } from './poster-choice.tsx';
import { createPreviewStore, type PreviewStore } from './preview-store.ts';
import { describePreview } from './preview-words.ts';
import { ViewStrip } from './view-strip.tsx';

/** One for each of the first surfaces. */
const surfaceKeys = ['1', '2', '3', '4', '5', '6'];

/**
 * Digits select a surface from anywhere in the view. Escape closes what is open before it leaves the page; dialogs and
 * fields handle the key first.
 */
function useViewKeys(store: PreviewStore, figure: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: DocumentEventMap['keydown']) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      const { status, shown, setLook, close } = store.getState();
      if (event.defaultPrevented || altKey || ctrlKey || metaKey) return;
      const isOpen = status === 'loading' || status === 'shown';
      if (key === 'Escape' && isOpen && document.querySelector('dialog[open]') === null) {
        event.preventDefault();
        close();
      }
      const isInside = target instanceof Element && figure.current?.contains(target);
      const surface = shown?.surfaces[surfaceKeys.indexOf(key)];
      if (isInside && !target.matches('select') && surface !== undefined) setLook({ surface });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [store, figure]);
}

const loadViewer = async () => (await import('../../../viewer/open-viewer.ts')).openViewer;
const loadKit = () => import('../../../viewer/view-kit.ts');
const createStore = () =>
  createPreviewStore({
    ...{ loadViewer, loadKit },
    isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  });

type ModelViewProps = {
  readonly details: ModelDetails;
  readonly pricing: Pricing | null;
  readonly chosenLod: Lod | null;
  readonly onLod: (lod: Lod) => void;
  /** The camera position from a link. */
  readonly place: string | null;
  /** Called with each model that is shown; must be a stable function. */
  readonly onShown?: (shown: ShownModel) => void;
  readonly choosePoster?: ChoosePosterView | null;
};

/** The largest picture available, and on request the model itself in its place. */
export function ModelView({
  details,
  pricing,
  chosenLod,
  onLod,
  place,
  onShown,
  choosePoster = null,
}: ModelViewProps) {
  const { category, title, previewLargeUrl, previewMediumUrl, sketchUrl, topologies } = details;
  const url = previewLargeUrl ?? previewMediumUrl;
  const [store] = useState(createStore);
  const { status, error, lod, shown, compared } = usePicked(
    store,
    'status',
    'error',
    'lod',
    'shown',
    'compared',
  );
  const host = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLElement>(null);
  const offers = listViewOffers(topologies, pricing);
  const first = findFirstSource(offers);
  useEffect(() => store.getState().close, [store]);
  const open = (from?: string) => {
    if (first !== null && host.current) store.getState().open(first, host.current, from);
  };
  const isAsked = place !== null && first !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link counts once, when its page opens
  useEffect(() => {
    if (isAsked) open(place);
  }, [isAsked]);
  useEffect(() => {
    if (shown !== null) onShown?.(shown);
  }, [shown, onShown]);
  useRefinement(store, offers, chosenLod);
  useViewKeys(store, figure);
  const isOpen = status === 'loading' || status === 'shown';
  return (
    <figure ref={figure} className={styles.view} data-open={isOpen}>
      <div className={styles.pane}>
        <Poster {...{ category, url, sketchUrl }} isInView isFirst />
        <Canvas store={store} host={host} title={title} />
        <Captions store={store} />
        {first !== null && (
          <ViewStrip
            {...{ store, host, figure, offers, onLod, choosePoster }}
            link={details.canonicalUrl}
            name={details.slug}
            onOpen={() => open()}
            onNear={() => void store.getState().prepare()}
          />
        )}
      </div>
      {first === null && <p className="quiet">{explainNoView(topologies, offers, pricing !== null)}</p>}
      {error !== null && <ErrorNotice error={error} />}
      <figcaption className="visually-hidden">
        {url === null ? t('preview.drawing', { title }) : t('preview.picture', { title })}
      </figcaption>
      <LiveRegion text={describePreview({ status, lod, compared, triangles: shown?.triangles ?? 0 })} />
    </figure>
  );
}

/** Once the first topology is shown and the browser is idle, loads the selected one in its place. */
function useRefinement(store: PreviewStore, offers: readonly ViewOffer[], chosenLod: Lod | null): void {
  const status = useStore(store, (state) => state.status);
  const wanted = offers.find(({ lod, isOpen }) => isOpen && lod === chosenLod)?.source ?? null;
  const address = wanted?.address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address is the same source
  useEffect(() => {
    if (status !== 'shown' || wanted === null) return;
    const waiting = setTimeout(() => store.getState().change(wanted), 60);
    return () => clearTimeout(waiting);
  }, [store, status, address]);
}

/** Labels the topologies while several are shown. */
function Captions({ store }: { readonly store: PreviewStore }) {
  const compared = useStore(store, (state) => state.compared);
  if (compared.length === 0) return null;
  return (
    <div className={styles.captions}>
      <ul aria-label={t('preview.compared')}>
        {compared.map(({ lod, triangles }) => (
          <li key={lod}>
            <strong>{lod}</strong> {t('preview.count', { count: triangles })}
          </li>
        ))}
      </ul>
    </div>
  );
}

type CanvasProps = {
  readonly store: PreviewStore;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly title: string;
};

/** Covers the picture; the viewer fills it. */
function Canvas({ store, host, title }: CanvasProps) {
  const id = useId();
  const status = useStore(store, (state) => state.status);
  const isMeasuring = useStore(store, (state) => state.look.isMeasuring);
  const isShown = status === 'shown';
  const press = (event: KeyboardEvent) => {
    const command = isMeasuring && event.key === 'Enter' ? ({ kind: 'point' } as const) : readViewKey(event);
    if (command === null) return;
    event.preventDefault();
    store.getState().perform(command);
  };
  return (
    <>
      <div
        ref={host}
        className={styles.canvas}
        data-shown={isShown}
        data-measuring={isMeasuring}
        role="application"
        aria-label={t('preview.application', { title })}
        aria-describedby={id}
        tabIndex={isShown ? 0 : -1}
        onKeyDown={press}
      />
      <p id={id} hidden>
        {t('preview.instructions')}
      </p>
    </>
  );
}
