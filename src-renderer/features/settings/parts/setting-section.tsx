import type { ReactNode } from 'react';
import { Managed } from './managed.tsx';
import styles from './settings.module.css';

type SectionProps = { readonly title: string; readonly isManaged?: boolean; readonly children: ReactNode };

/** Settings of one kind under their heading. */
export function Section({ title, isManaged = false, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <div className="stack gap-4 shrinkable">{isManaged ? <Managed>{children}</Managed> : children}</div>
    </section>
  );
}
