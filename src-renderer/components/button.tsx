import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'large';
  readonly icon?: IconName;
};

export function Button({
  variant = 'plain',
  size = 'normal',
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={joinClasses('button', children === undefined && 'icon-button', className)}
      data-variant={variant}
      data-size={size}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
