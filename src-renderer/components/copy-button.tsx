import { useState } from 'react';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { usePlatform } from './platform.ts';

type CopyButtonProps = {
  /** The text, or a function that returns it on copy. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly variant?: 'plain' | 'quiet';
};

export function CopyButton({ text, label, variant = 'quiet' }: CopyButtonProps) {
  const { copyText } = usePlatform();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const copy = () =>
    copyText(typeof text === 'string' ? text : text()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const labels = { none: label, copied: t('common.copied'), failed: t('common.copyFailed') };
  return (
    <Button
      variant={variant}
      icon={outcome === 'copied' ? 'check' : 'copy'}
      onClick={copy}
      aria-live="polite"
    >
      {labels[outcome]}
    </Button>
  );
}
