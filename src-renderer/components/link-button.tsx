import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { Icon, type IconName } from './icon.tsx';

type LinkButtonProps = ComponentProps<'a'> & {
  readonly variant?: 'plain' | 'primary' | 'quiet';
  readonly size?: 'normal' | 'large';
  readonly icon?: IconName;
};

export function LinkButton({
  variant = 'plain',
  size = 'normal',
  icon,
  children,
  className,
  ...rest
}: LinkButtonProps) {
  return (
    <a
      className={joinClasses('button', children === undefined && 'icon-button', className)}
      data-variant={variant}
      data-size={size}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
