import { useSignal } from '@preact/signals';
import { placard } from '../../api/placard.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { clockTime } from '../../components/time.tsx';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';

const PAGE_SIZE = 25;
const MAX_LISTED = 50;

/** The log of the panel. It is loaded when it is opened. */
export function DisplayLog({ displayId, round }: { displayId: string; round: number }) {
  const isOpen = useSignal(false);
  return (
    <details
      class="display-part"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t.display.logOpen}</summary>
      {isOpen.value && <Entries displayId={displayId} round={round} />}
    </details>
  );
}

function Entries({ displayId, round }: { displayId: string; round: number }) {
  const limit = useSignal(PAGE_SIZE);
  const { data, error, reload } = useLoad(
    (signal) => placard.displays.log(displayId, { limit: limit.value }, { signal }),
    [displayId, round, limit.value],
  );
  if (error) return <ErrorBanner error={error} retry={reload} />;
  if (!data) return <Spinner />;
  if (data.items.length === 0) return <p class="display-nothing">{t.display.logEmpty}</p>;
  return (
    <>
      <ol class="display-log">
        {data.items.map(({ id, at, kind, summary, detail }) => (
          <li key={id}>
            <time dateTime={at}>{clockTime(at)}</time>
            <span>
              {t.display.logKinds[kind] ?? summary}
              {typeof detail.error === 'string' && ` ${detail.error}`}
            </span>
          </li>
        ))}
      </ol>
      {data.hasMore && limit.value < MAX_LISTED && (
        <Button
          onClick={() => {
            limit.value = MAX_LISTED;
          }}
        >
          {t.app.more}
        </Button>
      )}
    </>
  );
}
