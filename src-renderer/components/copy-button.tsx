import { useState } from 'react';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { usePlatform } from './platform.ts';

type CopyButtonProps = { readonly text: string; readonly label: string };

export function CopyButton({ text, label }: CopyButtonProps) {
  const { copyText } = usePlatform();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const copy = () =>
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const labels = { none: label, copied: t('common.copied'), failed: t('common.copyFailed') };
  return (
    <Button variant="quiet" icon={outcome === 'copied' ? 'check' : 'copy'} onClick={copy} aria-live="polite">
      {labels[outcome]}
    </Button>
  );
}
