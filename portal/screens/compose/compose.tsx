import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Field, Select, TextArea, Toggle } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { PlanNote } from '../../components/plan-note.tsx';
import { displayList } from '../../store/displays.ts';
import { t } from '../../strings/index.ts';
import { canShowUnchanged, change, draft, isEmpty, modeOf } from './draft.ts';
import { ExpiryFields } from './expiry-fields.tsx';
import { Files } from './files.tsx';
import { PreviewPages } from './preview.tsx';
import { Progress } from './progress.tsx';
import { send, sent } from './sent.ts';
import { useGivenFiles } from './use-given-files.ts';
import { usePreview } from './use-preview.ts';

export default function Compose() {
  const { query } = useLocation();
  const drawing = usePreview();
  const isDropping = useGivenFiles();
  const { text, title, display, isAsIs, files } = draft.value;
  useEffect(() => {
    if (query.display) change({ display: query.display });
  }, [query.display]);
  return (
    <Page title={t.compose.title}>
      {sent.value.map((one) => (
        <Progress key={one.contentId} sent={one} />
      ))}
      <div class={`compose${isDropping ? ' is-dropping' : ''}`}>
        <Form class="compose-form" onSubmit={() => send(drawing.preview)}>
          {({ busy, problems }) => (
            <>
              <TextArea
                class="compose-text"
                label={t.compose.text}
                hint={t.compose.textHint}
                name="text"
                rows={4}
                maxLength={100_000}
                value={text}
                onInput={({ currentTarget }) => change({ text: currentTarget.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                    event.currentTarget.form?.requestSubmit();
                }}
              />
              <Files />
              <div class="field-row">
                <Select
                  label={t.compose.wall}
                  name="display"
                  value={display}
                  options={[
                    { value: '', label: t.compose.chooses },
                    ...displayList.value.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  onChange={({ currentTarget }) => change({ display: currentTarget.value })}
                />
                <Field
                  label={t.compose.name}
                  hint={t.compose.nameHint}
                  name="title"
                  maxLength={200}
                  value={title}
                  autocomplete="off"
                  onInput={({ currentTarget }) => change({ title: currentTarget.value })}
                />
              </div>
              {canShowUnchanged.value && (
                <Toggle
                  label={t.compose.asIs}
                  hint={t.compose.asIsHint}
                  checked={isAsIs}
                  onChange={({ currentTarget }) => change({ isAsIs: currentTarget.checked })}
                />
              )}
              <ExpiryFields problem={problems.expires} />
              <PlanNote
                isLaidOut={modeOf(draft.value) !== 'hardcode'}
                notIncluded={t.plan.laysNothingOut}
                after={sent.value[0]?.contentId}
              />
              <Button kind="primary" type="submit" busy={busy} disabled={isEmpty.value}>
                {busy && files.length > 0 ? t.compose.sending : t.compose.push}
              </Button>
            </>
          )}
        </Form>
        <section class="compose-preview" aria-label={t.compose.preview} aria-busy={drawing.isDrawing}>
          <h2>{t.compose.preview}</h2>
          {drawing.preview && <PreviewPages preview={drawing.preview} />}
          {!drawing.preview && (drawing.isDrawing || !drawing.error) && (
            <div class="wall-picture">
              <span class="wall-picture-empty">
                {drawing.isDrawing ? t.compose.drawing : isEmpty.value && t.compose.previewEmpty}
              </span>
            </div>
          )}
          <ErrorBanner error={drawing.error} />
          {drawing.preview?.warnings.map(({ message }) => (
            <p key={message} class="banner banner-warning">
              {message}
            </p>
          ))}
          <p class="compose-preview-state" role="status">
            {drawing.isDrawing && drawing.preview ? t.compose.drawing : ''}
          </p>
        </section>
      </div>
    </Page>
  );
}
