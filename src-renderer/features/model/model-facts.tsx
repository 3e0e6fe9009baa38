import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatTriangles } from '../../lib/format-triangles.ts';
import { describeWholePrice } from '../../lib/model-price.ts';
import styles from './model-page.module.css';

type ModelFactsProps = { readonly details: ModelDetails; readonly onTag: (tag: string) => void };

export function ModelFacts({ details, onTag }: ModelFactsProps) {
  return (
    <>
      {details.description !== '' && <p className={styles.description}>{details.description}</p>}
      {details.tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {details.tags.map((tag) => (
            <li key={tag}>
              <button type="button" className={styles.tag} onClick={() => onTag(tag)}>
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        {listFacts(details).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function listFacts(details: ModelDetails): readonly (readonly [string, string])[] {
  const motion = [details.animated ? 'animated' : 'static', ...(details.rigged ? ['rigged'] : [])].join(', ');
  return [
    ['Licence', details.license],
    ...(details.attribution === null ? [] : [['Attribution', details.attribution] as const]),
    ['Price', describeWholePrice(details)],
    ...(details.triCount === null
      ? []
      : [['Triangles', `up to ${formatTriangles(details.triCount)}`] as const]),
    ['Animation', motion],
    ['All files', formatBytes(details.sizeBytes)],
    ['Version', String(details.version)],
    ...(details.sourceUpdatedAt === null ? [] : [['Updated', formatDate(details.sourceUpdatedAt)] as const]),
  ];
}
