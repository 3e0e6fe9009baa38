import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { Icon, type IconName } from './icon.tsx';

type Look = {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'large';
  readonly icon?: IconName;
};

function dress<P extends Look & Pick<ComponentProps<'span'>, 'children' | 'className'>>(props: P) {
  const { variant = 'plain', size = 'normal', icon, children, className, ...rest } = props;
  return {
    className: joinClasses('button', children === undefined && 'icon-button', className),
    'data-variant': variant,
    'data-size': size,
    ...rest,
    children: (
      <>
        {icon && <Icon name={icon} />}
        {children}
      </>
    ),
  };
}

export const Button = (props: Look & ComponentProps<'button'>) => <button type="button" {...dress(props)} />;

export const LinkButton = (props: Look & ComponentProps<'a'>) => <a {...dress(props)} />;
