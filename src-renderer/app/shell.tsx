import { Component, type ReactNode, useRef } from 'react';
import type { AppError } from '../../server/contract/errors.ts';
import { ErrorPanel } from '../components/error-panel.tsx';
import { toAppError } from '../errors/describe-error.ts';
import { useOneTabStop } from '../lib/view/use-one-tab-stop.ts';
import { t } from '../text/text.ts';
import styles from './shell.module.css';

type ShellProps = {
  /** The desktop's places, on the left. */
  readonly rail: ReactNode;
  readonly homeHref: string;
  readonly search: ReactNode;
  readonly tools: ReactNode;
  /** Questions that wait for an answer, above every page. */
  readonly notice: ReactNode;
  readonly children: ReactNode;
};

export function Shell({ rail, homeHref, search, tools, notice, children }: ShellProps) {
  const bar = useRef<HTMLDivElement>(null);
  const oneStop = useOneTabStop(bar, { stops: 'a, button', direction: 'across' });
  // The rail has the same link.
  const brandStop = rail === null ? 0 : -1;
  return (
    <div className={styles.shell} data-has-rail={rail !== null}>
      <header className={styles.top}>
        <button type="button" className={styles.skip} onClick={focusMain}>
          {t('shell.skip')}
        </button>
        <a className={styles.brand} href={homeHref} tabIndex={brandStop} aria-label={t('shell.home')}>
          <Logo />
          <span className={styles.name}>{t('shell.product')}</span>
        </a>
        {search}
        <div ref={bar} className={styles.tools} role="toolbar" aria-label={t('shell.tools')} {...oneStop}>
          {tools}
        </div>
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

/** Moves the focus to the page; past the filters to the first card if there is a list of models. */
function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main');
  const card = main?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
  (card ?? main)?.focus();
}

/** A compass needle in a six-sided stone. */
function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className={styles.stone} d="M12 1.5 21.5 7v10L12 22.5 2.5 17V7z" />
      <path className={styles.north} d="M16.5 5.5 13.8 13.8 10.2 10.2z" />
      <path className={styles.south} d="M7.5 18.5 13.8 13.8 10.2 10.2z" />
    </svg>
  );
}

type State = { readonly error: AppError | null };

/** React catches render errors only in class components. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: toAppError(thrown) };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorPanel error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
