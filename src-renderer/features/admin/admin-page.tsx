import type { ReactNode } from 'react';
import { LinkButton } from '../../components/button.tsx';
import tabs from '../../components/lists/tabs.module.css';
import { StatePanel } from '../../components/state-panel.tsx';
import { bringIntoView } from '../../lib/view/bring-into-view.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';
import { type AdminSection, adminSections, type HrefOfSection } from './admin-sections.ts';

type AdminPageProps = {
  readonly isAdmin: boolean;
  readonly current: AdminSection;
  readonly hrefOf: HrefOfSection;
  readonly children: ReactNode;
};

export function AdminPage({ isAdmin, current, hrefOf, children }: AdminPageProps) {
  if (!isAdmin)
    return (
      <StatePanel isPage icon="lock" title={t('admin.notAdmin')}>
        <p>{t('admin.notAdminHint')}</p>
      </StatePanel>
    );
  const open = adminSections.find(({ name }) => name === current)?.tab ?? 'overview';
  const sections = adminSections.filter(({ tab }) => tab === open);
  return (
    <div className={styles.page}>
      <div className="stack gap-3 one-column">
        <nav className={tabs.tabs} aria-label={t('admin.navigation')}>
          {adminSections
            .filter(({ name, tab }) => name === tab)
            .map(({ name, tab }) => (
              <a
                key={tab}
                ref={tab === open ? bringIntoView : undefined}
                href={hrefOf(name)}
                aria-current={tab === open ? 'page' : undefined}
              >
                {t(`admin.tabs.${tab}`)}
              </a>
            ))}
        </nav>
        {sections.length > 1 && (
          <nav className="row wrap gap-2" aria-label={t(`admin.tabs.${open}`)}>
            {sections.map(({ name }) => (
              <LinkButton
                key={name}
                variant="quiet"
                href={hrefOf(name)}
                aria-current={name === current ? 'page' : undefined}
              >
                {t(`admin.sections.${name}`)}
              </LinkButton>
            ))}
          </nav>
        )}
        <h1 className="visually-hidden" tabIndex={-1}>
          {t(`admin.sections.${current}`)}
        </h1>
      </div>
      {children}
    </div>
  );
}
