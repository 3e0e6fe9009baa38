import { type ReactNode, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { t } from '../../text/text.ts';
import styles from './first-run.module.css';

type FirstRunPageProps = {
  readonly joinForm: ReactNode;
  readonly problem: ReactNode;
  readonly onChooseModels: () => void;
  readonly onLookAround: () => void;
};

/** The only question of the first start; nothing is created or downloaded before it is answered. */
export function FirstRunPage({ joinForm, problem, onChooseModels, onLookAround }: FirstRunPageProps) {
  return (
    <main className={`stack gap-4 one-column ${styles.page}`}>
      <h1>{t('firstRun.title')}</h1>
      <p className={styles.hint}>{t('firstRun.hint')}</p>
      {problem}
      <Choice title={t('firstRun.join')} hint={t('firstRun.joinHint')}>
        {joinForm}
      </Choice>
      <Choice title={t('firstRun.models')} hint={t('firstRun.modelsHint')}>
        <Button icon="folder" onClick={onChooseModels}>
          {t('firstRun.chooseModels')}
        </Button>
      </Choice>
      <Choice title={t('firstRun.look')} hint={t('firstRun.lookHint')}>
        <Button onClick={onLookAround}>{t('firstRun.lookAround')}</Button>
      </Choice>
    </main>
  );
}

type ChoiceProps = { readonly title: string; readonly hint: string; readonly children: ReactNode };

function Choice({ title, hint, children }: ChoiceProps) {
  const id = useId();
  return (
    <section className={`stack gap-3 one-column ${styles.choice}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.hint}>{hint}</p>
      <div>{children}</div>
    </section>
  );
}
