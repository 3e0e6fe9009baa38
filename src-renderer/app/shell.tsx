import type { ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { Logo } from './logo.tsx';
import styles from './shell.module.css';

type ShellProps = {
  /** The desktop's places, at the left. */
  readonly rail: ReactNode;
  readonly homeHref: string;
  readonly search: ReactNode;
  readonly tools: ReactNode;
  /** What wants an answer, above every page. */
  readonly notice: ReactNode;
  readonly children: ReactNode;
};

/** What stays around every page. */
export function Shell({ rail, homeHref, search, tools, notice, children }: ShellProps) {
  return (
    <div className={styles.shell} data-has-rail={rail !== null}>
      <header className={styles.top}>
        <button type="button" className={styles.skip} onClick={focusMain}>
          Skip to content
        </button>
        <a className={styles.brand} href={homeHref} aria-label="Lodestock, to the models">
          <Logo />
          <span className={styles.name}>Lodestock</span>
        </a>
        {search}
        <div className={styles.tools}>{tools}</div>
      </header>
      {rail}
      <main className={styles.main} tabIndex={-1}>
        {notice}
        <div className={styles.page}>
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      </main>
    </div>
  );
}

function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus();
}
