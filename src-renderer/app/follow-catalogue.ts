import type { CatalogueStatus } from '../../server/contract/catalogue/discovery.ts';
import type { CatalogueStatusApi } from '../api/api.ts';
import type { Visits } from '../features/browse/home/visits.ts';
import type { BrowseStore } from '../features/browse/store/browse-state.ts';
import type { NewsStore } from '../features/browse/store/news-store.ts';
import { isEverything } from '../features/browse/store/selection.ts';

/** Milliseconds between polls of the catalogue's state. */
const pauses = { reading: 2000, empty: 3000, usual: 10_000, failed: 30_000 };

type Parts = {
  readonly api: CatalogueStatusApi;
  readonly browse: BrowseStore;
  readonly news: NewsStore;
  readonly visits: Visits;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  /** True while another component polls the server. */
  readonly isElsewhere?: () => boolean;
};

type CatalogueFollower = {
  /** Starts over with another server. */
  forget(): void;
};

/**
 * Keeps the open catalogue up to date. Models appear automatically during the first scan and in an empty view; later
 * ones are only announced, so that nothing moves while the user works.
 */
export function followCatalogue({
  api,
  browse,
  news,
  visits,
  document,
  isElsewhere = () => false,
}: Parts): CatalogueFollower {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let known: CatalogueStatus | null = null;
  /** Number of models that the current view was loaded from. */
  let shown: number | null = null;

  const takeIn = (total: number) => {
    shown = total;
    news.setState({ added: 0 });
    browse.getState().catchUp();
  };
  const compareVisits = ({ reading, total }: CatalogueStatus) => {
    if (reading !== null) return;
    const before = visits.look(total);
    const count = total - (before?.total ?? total);
    news.setState({ since: before === null || count <= 0 ? null : { at: before.at, count } });
  };
  const compare = (now: CatalogueStatus): number => {
    const before = known;
    const wasRead = before?.reading ?? null;
    known = now;
    news.setState({ reading: now.reading, hasSources: Boolean(now.hasSources) });
    compareVisits(now);
    if (before === null) {
      const { status, total, selection } = browse.getState();
      shown = now.total;
      if (status === 'ready' && isEverything(selection) && total !== now.total) takeIn(now.total);
    } else if (now.revision !== before.revision || (wasRead !== null && now.reading === null)) {
      const isGrown = shown !== null && now.total > shown;
      if (now.reading !== null || wasRead !== null || shown === 0 || !isGrown) takeIn(now.total);
      else news.setState({ added: now.total - (shown ?? 0) });
    }
    if (now.reading !== null) return pauses.reading;
    return now.total === 0 ? pauses.empty : pauses.usual;
  };
  const look = async () => {
    clearTimeout(timer);
    if (isLooking) return;
    let pause = pauses.usual;
    if (document.visibilityState === 'visible' && !isElsewhere()) {
      isLooking = true;
      try {
        pause = compare(await api.call('catalogueStatus'));
      } catch {
        pause = pauses.failed; // the view itself shows why it could not be loaded
      }
      isLooking = false;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void look(), pause);
  };
  news.subscribe(({ added, since }, before) => {
    if (since === null && before.since !== null && known !== null) visits.see(known.total);
    if (added === 0 && before.added > 0 && known !== null) shown = known.total;
  });
  document.addEventListener('visibilitychange', () => void look());
  void look();
  return {
    forget: () => {
      known = null;
      news.setState({ reading: null, added: 0, since: null, hasSources: false });
      void look();
    },
  };
}
