import type { ReactNode } from 'react';
import { StatePanel } from '../../components/state-panel.tsx';
import styles from './admin.module.css';

type AdminPageProps<Section extends string> = {
  readonly isAdmin: boolean;
  readonly sections: readonly Section[];
  readonly current: Section;
  readonly hrefOf: (section: Section) => string;
  readonly children: ReactNode;
};

/** The frame around every part of the admin's work. */
export function AdminPage<Section extends string>(props: AdminPageProps<Section>) {
  const { isAdmin, sections, current, hrefOf, children } = props;
  if (!isAdmin)
    return (
      <StatePanel icon="lock" title="Only admins see this page">
        <p>Sign in with an admin's account, or ask whoever runs this server.</p>
      </StatePanel>
    );
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label="Admin">
        {sections.map((section) => (
          <a key={section} href={hrefOf(section)} aria-current={section === current ? 'page' : undefined}>
            {section.charAt(0).toUpperCase() + section.slice(1)}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
