import { account } from '../../api/account.ts';
import { installation } from '../../api/installation.ts';
import { signOut } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';
import { DeleteAccount } from './delete-account.tsx';

/** Name, password and linked accounts of the user; sign-out and deletion of the account. */
export function AccountSettings() {
  const { data: me, error, reload } = useLoad(() => account.me(), []);
  if (!me) return error ? <ErrorBanner error={error} retry={reload} /> : <Spinner />;
  return (
    <>
      <section class="settings-part" aria-labelledby="profile">
        <h2 id="profile">{t.settings.profile}</h2>
        <div class="settings-who">
          <p>
            {t.settings.signedInAs} <strong>{me.email}</strong>
          </p>
          <Button onClick={signOut}>{t.settings.signOut}</Button>
        </div>
        <Form
          onSubmit={async ({ username = '' }) => {
            await account.update({ username: username.trim() });
            toast(t.settings.saved);
            void reload();
          }}
        >
          {({ busy, problems }) => (
            <>
              <Field
                label={t.register.username}
                hint={t.register.usernameHint}
                name="username"
                defaultValue={me.username}
                maxLength={32}
                autocomplete="username"
                required
                error={problems.username}
              />
              <Button type="submit" busy={busy}>
                {t.settings.save}
              </Button>
            </>
          )}
        </Form>
      </section>
      <section class="settings-part" aria-labelledby="password">
        <h2 id="password">{me.hasPassword ? t.settings.changePassword : t.settings.setPassword}</h2>
        <PasswordForm key={String(me.updatedAt)} hasPassword={me.hasPassword} onDone={reload} />
      </section>
      {(me.oauthAccounts.length > 0 || (installation.value?.providers.length ?? 0) > 0) && (
        <section class="settings-part" aria-labelledby="linked">
          <h2 id="linked">{t.settings.linked}</h2>
          {me.oauthAccounts.length === 0 && <p>{t.settings.noneLinked}</p>}
          <ul class="settings-list">
            {me.oauthAccounts.map(({ provider, email, linkedAt }) => (
              <li key={provider}>
                <span>
                  <strong>{t.settings.providers[provider]}</strong> {email}
                </span>
                <span class="settings-facts">
                  <Time at={linkedAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DeleteAccount hasPassword={me.hasPassword} />
    </>
  );
}

function PasswordForm({ hasPassword, onDone }: { hasPassword: boolean; onDone(): void }) {
  return (
    <Form
      wrongPassword={t.settings.wrongPassword}
      onSubmit={async ({ currentPassword, password = '' }) => {
        await account.update({ password, ...(currentPassword && { currentPassword }) });
        toast(t.settings.passwordChanged);
        onDone();
      }}
    >
      {({ busy, problems }) => (
        <>
          <p class="field-hint">{t.settings.passwordEndsSessions}</p>
          {hasPassword && (
            <Field
              label={t.settings.currentPassword}
              type="password"
              name="currentPassword"
              autocomplete="current-password"
              required
              error={problems.currentPassword}
            />
          )}
          <NewPasswordField label={t.reset.password} error={problems.password} />
          <Button type="submit" busy={busy}>
            {t.settings.savePassword}
          </Button>
        </>
      )}
    </Form>
  );
}
