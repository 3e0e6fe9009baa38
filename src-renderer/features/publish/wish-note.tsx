import type { PublishWish } from '../../../server/contract/publish.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { translateSentence } from '../../errors/translate-sentence.ts';
import { t } from '../../text/text.ts';
import styles from './publish.module.css';

type WishNoteProps = {
  readonly wish: PublishWish;
  readonly hrefOf: (guid: string) => string;
  readonly onClose: (publishId: string) => Promise<void>;
};

const tones = {
  sending: 'info',
  asked: 'info',
  taken: 'info',
  waiting: 'info',
  failed: 'bad',
  published: 'good',
} as const;

function describe({ state, error, product: { title } }: PublishWish): string {
  if (state === 'failed') return t('publish.failed', { title, reason: translateSentence(error ?? '') });
  if (state === 'asked' || state === 'taken') return t('publish.publishing', { title });
  return t(`publish.${state}`, { title });
}

export function WishNote({ wish, hrefOf, onClose }: WishNoteProps) {
  const { publishId, state, shownGuid } = wish;
  const isOver = state === 'failed' || state === 'published' || state === 'waiting';
  return (
    <Notice tone={tones[state]}>
      <div className={`row wrap middle ${styles.done}`}>
        <p>{describe(wish)}</p>
        {state === 'published' && shownGuid !== null && (
          <LinkButton variant="primary" href={hrefOf(shownGuid)}>
            {t('publish.open')}
          </LinkButton>
        )}
        {state === 'sending' && (
          <Button onClick={() => void onClose(publishId)}>{t('publish.change')}</Button>
        )}
        {isOver && (
          <Button
            variant="quiet"
            icon="close"
            aria-label={t('common.close')}
            onClick={() => void onClose(publishId)}
          />
        )}
      </div>
    </Notice>
  );
}
