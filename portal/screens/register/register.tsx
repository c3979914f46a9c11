import { installation } from '../../api/installation.ts';
import { register } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Page } from '../../components/page.tsx';
import { withReturnPath } from '../../session/return-path.ts';
import { t } from '../../strings/index.ts';

export default function Register() {
  const { registration, hasAccounts } = installation.value ?? {};
  const isFirst = hasAccounts === false;
  if (registration === 'closed') {
    return (
      <Page title={t.register.title} width="form">
        <p>{isFirst ? t.register.closedFirst : t.errors.registration_closed}</p>
        <ScreenLink to={withReturnPath('/sign-in')}>{t.register.toSignIn}</ScreenLink>
      </Page>
    );
  }
  return (
    <Page title={isFirst ? t.register.firstTitle : t.register.title} width="form">
      {isFirst && <p class="lead">{t.register.firstText}</p>}
      <Form
        onSubmit={({ email = '', username = '', password = '', inviteCode = '' }) =>
          register({
            email: email.trim(),
            username: username.trim(),
            password,
            ...(inviteCode.trim() && { inviteCode: inviteCode.trim() }),
          })
        }
      >
        {({ busy, problems }) => (
          <>
            {registration === 'invite' && (
              <Field
                label={t.register.invite}
                hint={isFirst ? t.register.inviteHintFirst : t.register.inviteHint}
                name="inviteCode"
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                required
                error={problems.inviteCode && t.register.inviteRefused}
              />
            )}
            <Field
              label={t.register.email}
              name="email"
              type="email"
              autocomplete="email"
              required
              error={problems.email}
            />
            <Field
              label={t.register.username}
              hint={t.register.usernameHint}
              name="username"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
              error={problems.username}
            />
            <NewPasswordField label={t.register.password} error={problems.password} />
            <Button kind="primary" type="submit" busy={busy}>
              {t.register.action}
            </Button>
          </>
        )}
      </Form>
      {!isFirst && (
        <p class="form-aside">
          <ScreenLink to={withReturnPath('/sign-in')}>{t.register.toSignIn}</ScreenLink>
        </p>
      )}
    </Page>
  );
}
