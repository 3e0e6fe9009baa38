import { createStore, type StoreApi } from 'zustand/vanilla';
import { posterPixels } from '../../../../server/contract/limits.ts';
import { sitePath } from '../../../lib/site-path.ts';
import type { Painter } from '../../../viewer/create-painter.ts';

export type DrawnPictures = StoreApi<{
  /** Addresses of rendered pictures, by the guid of their model. */
  readonly urls: ReadonlyMap<string, string>;
}> & {
  /** Requests a picture until the returned function is called. */
  want(model: DrawnModel): () => void;
  /** Calls the listener with each picture from now on, while `isWanted` returns true; they are larger then. */
  follow(listener: DrawnListener): void;
};

export type DrawnModel = { readonly guid: string; readonly version: number };
type DrawnListener = {
  readonly isWanted: () => boolean;
  readonly take: (model: DrawnModel, picture: Blob) => void;
};

type Parts = {
  /** Loads the renderer, which is large, for pictures of this many pixels. Rejects if nothing can be rendered. */
  readonly loadPainter: (pixels: number) => Promise<Painter>;
  readonly toUrl: (picture: Blob) => string;
  readonly forget: (url: string) => void;
  readonly most?: number;
};

/** Width and height: of a card on a dense screen, and of a large poster. */
const pixels = { card: 512, poster: posterPixels.large } as const;

/** Milliseconds until an idle renderer releases the graphics card. */
const idleTime = 10_000;

const lastOf = <T>(wishes: ReadonlyMap<string, T>): T | undefined => [...wishes.values()].at(-1);

/** Pictures of models without a poster, rendered here from their public 1k GLB: one at a time, last requested first. */
export function createDrawnPictures({ loadPainter, toUrl, forget, most = 400 }: Parts): DrawnPictures {
  const store = createStore<{ urls: ReadonlyMap<string, string> }>()(() => ({ urls: new Map() }));
  type Wish = { readonly model: DrawnModel; readonly life: AbortController };
  const wanted = new Map<string, Wish>();
  let listener: DrawnListener = { isWanted: () => false, take: () => undefined };
  /** Models that failed, and would again. */
  const hopeless = new Set<string>();
  let painter: Painter | null = null;
  let isOff = false;
  let isDrawing = false;
  let ending: ReturnType<typeof setTimeout> | undefined;

  const keep = (guid: string, picture: Blob) => {
    const urls = new Map(store.getState().urls).set(guid, toUrl(picture));
    const [oldest] = urls;
    if (urls.size > most && oldest) {
      forget(oldest[1]);
      urls.delete(oldest[0]);
    }
    store.setState({ urls });
  };
  const drawOne = async ({ model, life: { signal } }: Wish) => {
    const { guid } = model;
    try {
      painter ??= await loadPainter(listener.isWanted() ? pixels.poster : pixels.card);
    } catch {
      isOff = true;
      return;
    }
    const address = `${sitePath}/viewer-asset/${encodeURIComponent(guid)}/glb1k`;
    const source = { address, format: 'glb', relativePath: 'model.glb', siblings: [] };
    try {
      const picture = await painter.draw(source, signal);
      keep(guid, picture);
      if (listener.isWanted()) listener.take(model, picture);
    } catch {
      if (!signal.aborted) hopeless.add(guid);
    }
    wanted.delete(guid);
  };
  const run = async () => {
    if (isDrawing) return;
    isDrawing = true;
    clearTimeout(ending);
    for (let next = lastOf(wanted); next && !isOff; next = lastOf(wanted)) await drawOne(next);
    isDrawing = false;
    ending = setTimeout(() => {
      painter?.release();
      painter = null;
    }, idleTime);
  };
  return {
    ...store,
    follow(next) {
      listener = next;
    },
    want(model) {
      const { guid } = model;
      if (isOff || hopeless.has(guid) || store.getState().urls.has(guid)) return () => undefined;
      const wish: Wish = { model, life: new AbortController() };
      wanted.set(guid, wish);
      void run();
      return () => {
        wish.life.abort();
        if (wanted.get(guid) === wish) wanted.delete(guid);
      };
    },
  };
}
