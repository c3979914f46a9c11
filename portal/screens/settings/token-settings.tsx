import { useSignal } from '@preact/signals';
import { account, type NewToken, type TokenEntry } from '../../api/account.ts';
import { boxUrl } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { Field, Select } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { Time } from '../../components/time.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';
import { SecretLine } from './secret-line.tsx';

const LIFETIMES = ['30', '365', ''];

/** Tokens for scripts, printers and other programs. */
export function TokenSettings() {
  const kept = useKeptFocus();
  const { data, error, reload } = useLoad(() => account.tokens(), []);
  const days = useSignal('365');
  const made = useSignal<NewToken | null>(null);
  return (
    <section {...kept} class="settings-part" aria-labelledby="tokens">
      <h2 id="tokens">{t.settings.tokens}</h2>
      <p>{t.settings.tokensText}</p>
      {made.value ? (
        <NewTokenNotice
          token={made.value}
          onDone={() => {
            made.value = null;
          }}
        />
      ) : (
        <Form
          onSubmit={async ({ name = '' }) => {
            made.value = await account.createToken({
              name: name.trim(),
              expiresInDays: days.value ? Number(days.value) : null,
            });
            void reload();
          }}
        >
          {({ busy, problems }) => (
            <>
              <Field
                label={t.settings.tokenName}
                hint={t.settings.tokenNameHint}
                name="name"
                maxLength={64}
                autocomplete="off"
                required
                error={problems.name}
              />
              <Select
                label={t.settings.tokenLife}
                value={days.value}
                onChange={({ currentTarget }) => {
                  days.value = currentTarget.value;
                }}
                options={LIFETIMES.map((value) => ({
                  value,
                  label: t.settings.tokenLives[value] ?? value,
                }))}
              />
              <Button kind="primary" type="submit" busy={busy}>
                {t.settings.makeToken}
              </Button>
            </>
          )}
        </Form>
      )}
      <LoadStatus {...{ data, error, reload }} />
      <ul class="settings-list">
        {data?.map((token) => (
          <Token key={token.id} token={token} onRevoked={reload} />
        ))}
      </ul>
    </section>
  );
}

/** A new token, which is shown once, with command lines that use it. */
function NewTokenNotice({ token: { name, token }, onDone }: { token: NewToken; onDone(): void }) {
  const box = boxUrl.href.replace(/\/$/, '');
  const lines = [
    { label: t.settings.theToken, text: token },
    { label: t.settings.curlLine, text: `curl -u :${token} -d 'Hello' ${box}/push` },
    { label: t.settings.loginLine, text: `PLACARD_URL=${box} PLACARD_TOKEN=${token} placard push Hello` },
    { label: t.settings.installLine, text: `npm install -g ${box}/client.tgz && placard login ${box}` },
  ];
  return (
    <div class="settings-made" role="status">
      <h3>{t.settings.tokenMade(name)}</h3>
      <p>{t.settings.tokenOnce}</p>
      {lines.map(({ label, text }) => (
        <SecretLine key={label} {...{ label, text }} />
      ))}
      <Button kind="primary" onClick={onDone}>
        {t.settings.tokenKept}
      </Button>
    </div>
  );
}

function Token({ token, onRevoked }: { token: TokenEntry; onRevoked(): void }) {
  const { id, name, prefix, lastUsedAt, expiresAt } = token;
  return (
    <li>
      <span>
        <strong>{name}</strong> <code>{prefix}…</code>
        <span class="settings-facts">
          {t.settings.lastUsed} <Time at={lastUsedAt} />
          {expiresAt && (
            <>
              {' · '}
              {t.settings.expires} <Time at={expiresAt} />
            </>
          )}
        </span>
      </span>
      <Button
        kind="danger"
        label={t.settings.revokeToken(name)}
        ask={{
          title: t.settings.revokeTitle,
          text: t.settings.revokeText(name),
          action: t.settings.revoke,
          danger: true,
        }}
        onClick={async () => {
          await account.revokeToken(id);
          onRevoked();
        }}
      >
        {t.settings.revoke}
      </Button>
    </li>
  );
}
