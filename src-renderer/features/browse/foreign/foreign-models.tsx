import '../../../text/parts/model.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SourceState } from '../../../../server/contract/catalogue/sources.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';
import type { Api } from '../../../api/api.ts';
import { Icon } from '../../../components/icon.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { useOneTabStop } from '../../../lib/view/use-one-tab-stop.ts';
import { t } from '../../../text/text.ts';
import type { BrowseStore } from '../store/browse-state.ts';
import type { Selection } from '../store/selection.ts';
import { toQuery } from '../store/selection-query.ts';
import styles from './foreign.module.css';
import { describeLicence, ForeignDialog, type ForeignParts } from './foreign-dialog.tsx';

type Hit = OutputOf<'search'>['results'][number];
type Found = {
  readonly selection: Selection;
  readonly hits: readonly Hit[];
  /** Null if the server itself did not respond. */
  readonly states: readonly SourceState[] | null;
};

/** Milliseconds after the last change, as each search queries the sources. */
const settled = 500;

/** Loads what other catalogues have for the current list; the previous result stays until then. */
function useOthers(api: Pick<Api<'search'>, 'call'>, store: BrowseStore) {
  const { selection, status } = usePicked(store, 'selection', 'status');
  const [found, setFound] = useState<Found | null>(null);
  const isReady = status === 'ready';
  useEffect(() => {
    if (!isReady) return;
    const stopper = new AbortController();
    const { signal } = stopper;
    const show = (hits: Found['hits'], states: Found['states']) =>
      !signal.aborted && setFound({ selection, hits, states });
    const ask = () =>
      api.call('search', { ...toQuery(selection), sources: 'others' }, { signal }).then(
        ({ results, sources = [] }) => show(results, sources),
        () => show([], null),
      );
    const timer = setTimeout(ask, settled);
    return () => {
      clearTimeout(timer);
      stopper.abort();
    };
  }, [api, selection, isReady]);
  return { found, isOld: found?.selection !== selection };
}

/** Lists sources that did not respond, in one line. */
function describeSilent(states: Found['states']): string {
  if (states === null) return t('model.foreign.noAnswer');
  return states
    .filter(({ state }) => state !== 'answered')
    .map(({ state, name }) =>
      t(state === 'unasked' ? 'model.foreign.unasked' : 'model.foreign.silent', { name }),
    )
    .join(' ');
}

type ForeignModelsProps = Omit<ForeignParts, 'api'> & {
  readonly api: Pick<Api<'search' | 'foreignModel'>, 'call'>;
  readonly store: BrowseStore;
};

/** Models of other catalogues in one row below our own list, each with its source, licence and credit. */
export function ForeignModels({ api, store, ...parts }: ForeignModelsProps) {
  const row = useRef<HTMLUListElement>(null);
  const oneStop = useOneTabStop(row, { stops: 'button, a', direction: 'across' });
  const { found, isOld } = useOthers(api, store);
  const [opened, setOpened] = useState<Hit | null>(null);
  if (found === null) return null;
  const silent = describeSilent(found.states);
  if (found.hits.length === 0 && silent === '') return null;
  return (
    <section className={styles.others} aria-labelledby="from-others" aria-busy={isOld}>
      <div className="row wrap middle gap-3 small">
        <h2 id="from-others" className="strong quiet">
          {t('model.foreign.title')}
        </h2>
        <span role="status" className="quiet">
          {silent}
        </span>
      </div>
      {found.hits.length > 0 && (
        <ul ref={row} className={styles.row} {...oneStop}>
          {found.hits.map((hit) => (
            <li key={hit.guid} className={styles.card}>
              <button type="button" className={styles.open} onClick={() => setOpened(hit)}>
                <span className="row middle between gap-2">
                  <span className="strong truncate">{hit.title}</span>
                  <span className="tag">{hit.source?.name}</span>
                </span>
                <span className="two-lines quiet">{describeLicence(hit.license)}</span>
              </button>
              <SourceLink hit={hit} />
            </li>
          ))}
        </ul>
      )}
      {opened !== null && (
        <ForeignDialog
          key={opened.guid}
          {...parts}
          {...{ api }}
          model={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

/** The credit line that the source requires, linked to the model there. */
function SourceLink({ hit: { title, source } }: { readonly hit: Hit }): ReactNode {
  if (source === undefined) return null;
  const { address, credit } = source;
  return (
    <a
      className={`row middle gap-2 ${styles.credit}`}
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={`${credit}: ${title}`}
    >
      <span className="truncate">{credit}</span>
      <Icon name="link" size={12} />
    </a>
  );
}
