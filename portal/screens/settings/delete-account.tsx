import { useSignal } from '@preact/signals';
import { account } from '../../api/account.ts';
import { reloadInstallation } from '../../api/installation.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { endSession } from '../../session/credentials.ts';
import { t } from '../../strings/index.ts';

/** Deletes the account, after a confirmation with the password. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const isAsking = useSignal(false);
  const close = () => {
    isAsking.value = false;
  };
  return (
    <section class="settings-part" aria-labelledby="delete">
      <h2 id="delete">{t.settings.deleteAccount}</h2>
      <p>{t.settings.deleteText}</p>
      <Button
        kind="danger"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {t.settings.deleteAccount}
      </Button>
      <Dialog open={isAsking.value} onClose={close} title={t.settings.deleteTitle}>
        <p>{t.settings.deleteText}</p>
        <Form
          wrongPassword={t.settings.wrongPassword}
          onSubmit={async ({ password }) => {
            await account.deleteAccount({ confirm: true, ...(password && { password }) });
            endSession({ ended: false });
            await reloadInstallation();
          }}
        >
          {({ busy, problems }) => (
            <>
              {hasPassword && (
                <Field
                  label={t.register.password}
                  type="password"
                  name="password"
                  autocomplete="current-password"
                  required
                  error={problems.password}
                />
              )}
              <div class="dialog-actions">
                <Button onClick={close}>{t.app.cancel}</Button>
                <Button kind="danger-primary" type="submit" busy={busy}>
                  {t.settings.deleteForGood}
                </Button>
              </div>
            </>
          )}
        </Form>
      </Dialog>
    </section>
  );
}
