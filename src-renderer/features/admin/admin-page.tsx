import type { ReactNode } from 'react';
import tabs from '../../components/lists/tabs.module.css';
import { StatePanel } from '../../components/state-panel.tsx';
import { bringIntoView } from '../../lib/view/bring-into-view.ts';
import type { english } from '../../text/en/english.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';

type Section = keyof typeof english.admin.sections;

type AdminPageProps = {
  readonly isAdmin: boolean;
  readonly sections: readonly Section[];
  readonly current: Section;
  readonly hrefOf: (section: Section) => string;
  readonly children: ReactNode;
};

/** The frame around every part of the admin's work. */
export function AdminPage(props: AdminPageProps) {
  const { isAdmin, sections, current, hrefOf, children } = props;
  if (!isAdmin)
    return (
      <StatePanel isPage icon="lock" title={t('admin.notAdmin')}>
        <p>{t('admin.notAdminHint')}</p>
      </StatePanel>
    );
  return (
    <div className={styles.page}>
      <nav className={tabs.tabs} aria-label={t('admin.navigation')}>
        {sections.map((section) => (
          <a
            key={section}
            ref={section === current ? bringIntoView : undefined}
            href={hrefOf(section)}
            aria-current={section === current ? 'page' : undefined}
          >
            {t(`admin.sections.${section}`)}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
