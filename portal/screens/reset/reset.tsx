import { account } from '../../api/account.ts';
import { navigate } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Page } from '../../components/page.tsx';
import { toast } from '../../components/toast.ts';
import { withReturnPath } from '../../session/return-path.ts';
import { t } from '../../strings/index.ts';

export default function Reset() {
  return (
    <Page title={t.reset.title} width="form">
      <p class="lead">{t.reset.text}</p>
      <Form
        onSubmit={async ({ token = '', password = '' }) => {
          await account.resetPassword({ token: token.trim(), password });
          toast(t.reset.done);
          navigate(withReturnPath('/sign-in'));
        }}
      >
        {({ busy, problems }) => (
          <>
            <Field
              label={t.reset.code}
              name="token"
              autocomplete="one-time-code"
              autocapitalize="none"
              spellcheck={false}
              required
              error={problems.token}
            />
            <NewPasswordField label={t.reset.password} error={problems.password} />
            <Button kind="primary" type="submit" busy={busy}>
              {t.reset.action}
            </Button>
          </>
        )}
      </Form>
      <p class="form-aside">
        <ScreenLink to={withReturnPath('/sign-in')}>{t.register.toSignIn}</ScreenLink>
      </p>
    </Page>
  );
}
