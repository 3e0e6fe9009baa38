import { Poster } from './poster.tsx';

/** The picture of a model of which only the guid is known: the connected server's, or a drawing where it has none. */
export function SmallPoster({ guid }: { readonly guid: string }) {
  return <Poster guid={guid} category="" url={`/posters/${encodeURIComponent(guid)}/small`} isSmall />;
}
