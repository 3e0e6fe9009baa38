import { useState } from 'react';
import type { SharedPage as Page } from '../../../server/contract/accounts/shares.ts';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import type { Lod } from '../../../server/contract/limits.ts';
import { LinkButton } from '../../components/button.tsx';
import pageStyles from '../../components/page-frame.module.css';
import { Poster } from '../../components/poster.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { ModelView } from '../../features/model/preview/model-view.tsx';
import styles from '../../features/model/similar-models.module.css';
import { toViewAddress } from '../../features/model/store/view-source.ts';
import { describeModel } from '../../lib/describe-model.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';

type SharedPageProps = {
  /** Null if the link has ended. */
  readonly page: Page | null;
  /** The path of the page, without the selection in it. */
  readonly address: string;
};

/** The page of a link: one model, or a collection and the model opened in it. */
export function SharedPage({ page, address }: SharedPageProps) {
  if (page === null)
    return (
      <main className={pageStyles.page}>
        <StatePanel icon="link" title={t('share.gone')} isPage>
          <p>{t('share.goneHint')}</p>
        </StatePanel>
      </main>
    );
  const { title, cards, model, isFramed, expiresAt } = page;
  return (
    <main className={pageStyles.page}>
      <header className="stack to-start gap-2">
        {cards !== null && model !== null && (
          <LinkButton variant="quiet" icon="back" href={address}>
            {title}
          </LinkButton>
        )}
        <h1>{model?.title ?? title}</h1>
        {model !== null && <p>{[describeModel(model), model.attribution].filter(Boolean).join(' · ')}</p>}
        {!isFramed && <p className="quiet">{t('share.until', { date: formatDate(expiresAt) })}</p>}
      </header>
      {model === null ? <Cards cards={cards ?? []} address={address} /> : <Model page={page} model={model} />}
    </main>
  );
}

function Cards({ cards, address }: { readonly cards: NonNullable<Page['cards']>; readonly address: string }) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ guid, title, category, previewMediumUrl, sketchUrl }) => (
        <li key={guid}>
          <a className={styles.card} href={`${address}?model=${encodeURIComponent(guid)}`}>
            <span className={styles.picture}>
              <Poster category={category} url={previewMediumUrl} sketchUrl={sketchUrl} />
            </span>
            <span className={styles.title}>{title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The server lists only files that the link grants. */
const everything = { priceUsd: 0, unlocked: true, balanceUsd: 0 };

function Model({ page, model }: { readonly page: Page; readonly model: ModelDetails }) {
  const [lod, setLod] = useState<Lod | null>(null);
  const files = model.topologies.flatMap((one) => one.files).filter(({ role }) => role === 'scene');
  return (
    <>
      <ModelView details={model} pricing={everything} chosenLod={lod} onLod={setLod} place={page.place} />
      {page.withFiles && !page.isFramed && (
        <ul className="stack gap-2" aria-label={t('share.files')}>
          {files.map(({ guid, relativePath, supportFilesCount, sizeBytes, supportBytes }) => (
            <li key={relativePath}>
              <a href={`${toViewAddress(guid, relativePath)}${supportFilesCount > 0 ? '?zip' : ''}`}>
                {relativePath}
              </a>{' '}
              <span className="quiet">{formatBytes(sizeBytes + supportBytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
