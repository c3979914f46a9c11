import { installation } from '../../api/installation.ts';
import { signIn } from '../../api/session.ts';
import { href } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { session } from '../../session/credentials.ts';
import { providerReturn } from '../../session/provider-return.ts';
import { rememberReturnPath, withReturnPath } from '../../session/return-path.ts';
import { t } from '../../strings/index.ts';

export default function SignIn() {
  const current = session.value;
  const { registration, providers = [] } = installation.value ?? {};
  const failed = providerReturn.value?.error;
  // The code comes from the address, which an attacker can choose.
  const wordsFor = (code: string): string => {
    if (code === 'registration_closed' && registration === 'invite') return t.signIn.invitationNeeded;
    const known: unknown = t.errors[code as keyof typeof t.errors];
    return typeof known === 'string' ? known : t.errors.provider_failed;
  };
  return (
    <Page title={t.signIn.title} width="form">
      {current.state === 'out' && current.ended && <p class="banner">{t.app.expired}</p>}
      {failed && <ErrorBanner error={wordsFor(failed)} />}
      <Form onSubmit={({ identifier = '', password = '' }) => signIn(identifier.trim(), password)}>
        {({ busy, problems }) => (
          <>
            <Field
              label={t.signIn.identifier}
              name="identifier"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
              error={problems.identifier}
            />
            <Field
              label={t.signIn.password}
              name="password"
              type="password"
              autocomplete="current-password"
              required
              error={problems.password}
            />
            <Button kind="primary" type="submit" busy={busy}>
              {t.signIn.action}
            </Button>
          </>
        )}
      </Form>
      {providers.length > 0 && (
        <div class="providers">
          <p>{t.signIn.or}</p>
          {providers.map((provider) => (
            <a
              key={provider}
              class="button button-plain"
              href={href(`/auth/oauth/${provider}?client=web`)}
              onClick={rememberReturnPath}
            >
              {t.signIn.provider[provider]}
            </a>
          ))}
        </div>
      )}
      <p class="form-aside">
        {registration !== 'closed' && (
          <ScreenLink to={withReturnPath('/register')}>{t.signIn.toRegister}</ScreenLink>
        )}
        <ScreenLink to={withReturnPath('/reset')}>{t.signIn.toReset}</ScreenLink>
      </p>
    </Page>
  );
}
