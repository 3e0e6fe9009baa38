import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'good' | 'warn' | 'bad';
const toneIcons: Readonly<Record<Tone, IconName>> = {
  info: 'info',
  good: 'check',
  warn: 'alert',
  bad: 'alert',
};

export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={toneIcons[tone]} />
      <div>{children}</div>
    </div>
  );
}
