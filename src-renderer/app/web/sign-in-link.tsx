import { LinkButton } from '../../components/button.tsx';
import { t } from '../../text/text.ts';

export function SignInLink({ href }: { readonly href: string }) {
  return (
    <LinkButton variant="primary" href={href}>
      {t('collections.signIn')}
    </LinkButton>
  );
}
