import { useLocation } from 'preact-iso/router';
import { placard } from '../../api/placard.ts';
import { navigate } from '../../base.ts';
import { BrowserPanelButton } from '../../components/browser-panel.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { toast } from '../../components/toast.ts';
import { noteDisplay } from '../../store/displays.ts';
import { freeName } from '../../store/free-name.ts';
import { t } from '../../strings/index.ts';

/** Claims a panel. The QR code of a panel opens this screen with its code filled in. */
export default function Claim() {
  const { query } = useLocation();
  return (
    <Page title={t.claim.title} width="form">
      <p class="lead">{t.claim.text}</p>
      <Form
        onSubmit={async ({ code = '', nickname = '' }) => {
          const display = await placard.displays.claim({
            code: code.trim(),
            nickname: nickname.trim() || (await freeName(t.claim.unnamed)),
          });
          noteDisplay(display);
          toast(t.claim.done(display.name));
          navigate(`/displays/${display.id}`);
        }}
      >
        {({ busy, problems }) => (
          <>
            <Field
              class="claim-code"
              label={t.claim.code}
              hint={t.claim.codeHint}
              name="code"
              defaultValue={query.code ?? ''}
              maxLength={10}
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
              required
              error={problems.code}
            />
            <Field
              label={t.claim.name}
              hint={t.claim.nameHint}
              name="nickname"
              autocomplete="off"
              error={problems.nickname}
            />
            <Button kind="primary" type="submit" busy={busy}>
              {t.claim.action}
            </Button>
          </>
        )}
      </Form>
      <div class="claim-aside">
        <p>{t.claim.none}</p>
        <BrowserPanelButton />
      </div>
    </Page>
  );
}
