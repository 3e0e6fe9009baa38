import { Component, type ReactNode } from 'react';
import type { AppError } from '../../server/contract/errors.ts';
import { ErrorPanel } from '../components/error-panel.tsx';
import { toAppError } from '../errors/describe-error.ts';

type State = { readonly error: AppError | null };

/** React catches render errors only in a class. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
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
