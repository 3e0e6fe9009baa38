import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { ModelDetails, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { CatalogueApi } from '../../../api/api.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { Poster } from '../../../components/poster.tsx';
import { toAppError } from '../../../errors/describe-error.ts';
import { describeModel } from '../../../lib/describe-model.ts';
import { describeWholePrice } from '../../../lib/model-price.ts';
import { t } from '../../../text/text.ts';
import type { CollectionsStore } from '../store/collections-store.ts';
import type { FavouritesStore } from '../store/favourites-store.ts';
import { KeepButtons } from './keep-buttons.tsx';
import type { ModelLink } from './model-marks.ts';
import styles from './quick-look.module.css';

export type LookParts = {
  readonly api: Pick<CatalogueApi, 'call'>;
  /** The model's picture, or on request the model itself in its place; `picture` until it can be shown. */
  readonly renderView: (details: ModelDetails, picture: ReactNode) => ReactNode;
  readonly renderFiles: (details: ModelDetails) => ReactNode;
};

type QuickLookProps = LookParts & {
  /** Undefined while its page loads. */
  readonly model: ModelRecord | undefined;
  readonly position: { readonly index: number; readonly total: number };
  readonly favourites: FavouritesStore;
  readonly collections: CollectionsStore;
  /** Handles a key that may lead to another model. */
  readonly onKey: (key: string) => void;
  readonly onOpen: (model: ModelLink) => void;
  readonly onClose: () => void;
};

const isOn = ({ target }: KeyboardEvent, controls: string) =>
  target instanceof Element && target.closest(controls) !== null;

/** Shows one model after another without leaving the grid: picture, facts, and the exact files. */
export function QuickLook(props: QuickLookProps) {
  const { api, renderView, renderFiles, model, position, favourites, collections, onKey, onOpen, onClose } =
    props;
  const { details, error } = useDetails(api, model?.guid);
  const price = model === undefined ? null : describeWholePrice(model);
  const keep = ({ guid, title }: ModelRecord, key: 'f' | 'c') => {
    if (key === 'f') favourites.getState().toggle(guid);
    else collections.getState().choose({ title, guids: [guid] });
  };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const isPress = [' ', 'Enter'].includes(event.key);
    if (isOn(event, isPress ? 'select, input, button, a' : 'select, input')) return;
    if (event.key === ' ') onClose();
    else if (event.key === 'Enter' && model !== undefined) onOpen(model);
    else if (model !== undefined && (event.key === 'f' || event.key === 'c')) keep(model, event.key);
    else if (event.key.startsWith('Arrow')) onKey(event.key);
    else return;
    event.preventDefault();
  };
  const picture = (
    <div className={styles.picture}>
      <Poster
        category={model?.category ?? ''}
        url={model?.previewMediumUrl ?? null}
        sketchUrl={model?.sketchUrl ?? null}
      />
    </div>
  );
  return (
    <Dialog title={model?.title ?? t('browse.loading')} shape="wide" onClose={onClose} onKeyDown={press}>
      <div className={styles.look} data-first tabIndex={-1}>
        <div className="shrinkable">
          {details === null ? picture : <div key={details.guid}>{renderView(details, picture)}</div>}
        </div>
        <div className="stack packed gap-5 shrinkable">
          {model !== undefined && (
            <p>
              {describeModel(details ?? model)}
              {price !== null && <strong>{` · ${price}`}</strong>}
            </p>
          )}
          {error !== null && <ErrorNotice error={error} />}
          {details !== null && renderFiles(details)}
        </div>
      </div>
      <div className={`row wrap middle gap-3 ${styles.actions}`}>
        <span className="grow quiet small one-line" role="status">
          {t('browse.look.position', { index: position.index + 1, total: position.total })}
        </span>
        <Button icon="back" aria-label={t('browse.look.previous')} onClick={() => onKey('ArrowLeft')} />
        <Button icon="next" aria-label={t('browse.look.next')} onClick={() => onKey('ArrowRight')} />
        {model !== undefined && (
          <>
            <KeepButtons {...{ model, favourites, collections }} />
            <Button variant="primary" onClick={() => onOpen(model)}>
              {t('browse.look.open')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

type Asked = { readonly details: ModelDetails | null; readonly error: AppError | null };
const nothing: Asked = { details: null, error: null };

/** Milliseconds to wait before loading, as arrow keys pass models quickly. */
const settled = 120;

function useDetails(api: LookParts['api'], guid: string | undefined): Asked {
  const [asked, setAsked] = useState(nothing);
  useEffect(() => {
    setAsked(nothing);
    if (guid === undefined) return;
    const stopper = new AbortController();
    const { signal } = stopper;
    const ask = () =>
      api.call('model', { guid }, { signal }).then(
        (details) => !signal.aborted && setAsked({ details, error: null }),
        (error: unknown) => !signal.aborted && setAsked({ details: null, error: toAppError(error) }),
      );
    const timer = setTimeout(ask, settled);
    return () => {
      clearTimeout(timer);
      stopper.abort();
    };
  }, [api, guid]);
  return asked;
}
