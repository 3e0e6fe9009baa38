import type { ReactNode, Ref } from 'react';
import { Managed } from './managed.tsx';
import styles from './settings.module.css';

type SectionProps = {
  readonly title: string;
  readonly isManaged?: boolean;
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  readonly children: ReactNode;
};

export function Section({ title, isManaged = false, headingRef, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 ref={headingRef} tabIndex={-1}>
        {title}
      </h2>
      <div className="stack gap-4 shrinkable">{isManaged ? <Managed>{children}</Managed> : children}</div>
    </section>
  );
}
