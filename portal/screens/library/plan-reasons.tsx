import type { Presentation, Result } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { clockTime, Time } from '../../components/time.tsx';
import { useLoad } from '../../components/use-load.ts';
import { displays } from '../../store/displays.ts';
import { t } from '../../strings/index.ts';
import { noteInWords, reasonInWords } from './reason-words.ts';

type Plan = Result<'get_api_app_v1_analyses_analysisId_plan'>;

/** Why the pages of a run look as they do: the planner's input, the templates and the reasons. */
export function PlanReasons({ analysisId, pages }: { analysisId: string; pages: Presentation[] }) {
  const ids = pages.map(({ id }) => id).join();
  const { data, error, reload } = useLoad(
    (signal) =>
      placard.connection.json<Plan>({
        method: 'GET',
        path: `api/app/v1/analyses/${encodeURIComponent(analysisId)}/plan`,
        options: { signal },
      }),
    [analysisId, ids],
  );
  if (!data) return error ? <ErrorBanner error={error} retry={reload} /> : null;
  const { planner, saw, pages: planned, reasons, notes, startedAt } = data;
  return (
    <details class="content-why">
      <summary>{t.library.why}</summary>
      <p>
        {t.library.whyPlanner[planner ?? 'none']} <Time at={startedAt} />
        {saw && `. ${t.library.whySaw(saw.contents, saw.history, saw.displays)}`}
      </p>
      <ul>
        {planned.map(({ presentationId, displayId, template, title }) => (
          <li key={presentationId}>
            {t.library.whyPage(
              title,
              template ? (t.library.templates[template] ?? template) : t.library.asIs,
              displayId ? (displays.value?.get(displayId)?.name ?? null) : null,
            )}
          </li>
        ))}
      </ul>
      {reasons.map((reason) => {
        const words = reasonInWords(reason, planner, clockTime);
        return words && <p key={reason}>{words}</p>;
      })}
      {notes.map((note) => (
        <p key={note} class="content-warning">
          {noteInWords(note)}
        </p>
      ))}
    </details>
  );
}
