import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { Poster } from '../../components/poster.tsx';
import styles from './model-page.module.css';

/** The largest picture there is. */
export function ModelView({ details }: { readonly details: ModelDetails }) {
  const { guid, category, title, previewLargeUrl, previewMediumUrl } = details;
  const url = previewLargeUrl ?? previewMediumUrl;
  return (
    <figure className={styles.poster}>
      <Poster guid={guid} category={category} url={url} />
      <figcaption className="visually-hidden">
        {url === null ? `A drawing in place of a picture of ${title}` : `Picture of ${title}`}
      </figcaption>
    </figure>
  );
}
