import { LinkButton } from '../components/button.tsx';
import { StatePanel } from '../components/state-panel.tsx';
import { t } from '../text/text.ts';

export function NotFoundPage({ homeHref }: { readonly homeHref: string }) {
  return (
    <StatePanel
      isPage
      icon="search"
      title={t('shell.notFound')}
      actions={
        <LinkButton variant="primary" href={homeHref}>
          {t('shell.browseModels')}
        </LinkButton>
      }
    >
      <p>{t('shell.notFoundHint')}</p>
    </StatePanel>
  );
}
