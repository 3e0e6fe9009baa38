import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { StatePanel } from '../../../components/state-panel.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import { Skeletons } from '../cards/browse-content.tsx';
import styles from '../cards/browse-page.module.css';
import { readCardWidth } from '../cards/card-size.ts';
import { ModelGrid, type ModelGridProps } from '../cards/model-grid.tsx';

type KeptModelsProps = Omit<ModelGridProps, 'leastCardWidth'> & {
  readonly isEmpty: boolean;
  readonly icon: IconName;
  /** The text and the next step if there are none. */
  readonly title: string;
  readonly children: ReactNode;
  readonly browseHref: string;
};

export function KeptModels({ isEmpty, icon, title, children, browseHref, ...grid }: KeptModelsProps) {
  const { status, error, total } = usePicked(grid.store, 'status', 'error', 'total');
  // A heart removed by mistake can be set again.
  if (isEmpty && (total === 0 || status !== 'ready'))
    return (
      <StatePanel
        icon={icon}
        title={title}
        actions={
          <LinkButton variant="primary" href={browseHref}>
            {t('shell.browseModels')}
          </LinkButton>
        }
      >
        {children}
      </StatePanel>
    );
  if (status === 'failed' && error !== null)
    return <ErrorPanel error={error} onRetry={grid.store.getState().refresh} />;
  if (status === 'loading') return <Skeletons />;
  return (
    <div className={styles.content}>
      <ModelGrid {...grid} leastCardWidth={readCardWidth()} />
    </div>
  );
}
