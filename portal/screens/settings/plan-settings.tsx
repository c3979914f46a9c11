import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Billing, billingPath, readBilling } from '../../api/billing.ts';
import { placard } from '../../api/placard.ts';
import { Button } from '../../components/button.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { Time } from '../../components/time.tsx';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';

/** The plan is read at this interval after a payment, until the provider's event has arrived. */
const POLL_MS = 1_500;
const MAX_POLLS = 20;

/** The plan and its quotas, with links to upgrade and to the invoices. */
export function PlanSettings() {
  const { data, error, reload } = useLoad(readBilling, []);
  const isPaid = useLocation().query.checkout === 'done';
  const attempts = useRef(0);
  const isAwaited = isPaid && data?.plan === 'free' && attempts.current < MAX_POLLS;
  useEffect(() => {
    if (!isAwaited) return;
    attempts.current += 1;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data]);
  return (
    <section class="settings-part" aria-labelledby="plan">
      <h2 id="plan">{t.settings.plan}</h2>
      <LoadStatus {...{ data, error, reload }} />
      <p role="status">{isAwaited ? t.settings.paymentAwaited : ''}</p>
      {data && <Plan billing={data} />}
    </section>
  );
}

function Plan({ billing: { plan, status, subscription, quotas, displays, plans } }: { billing: Billing }) {
  const pro = plans.find((one) => one.plan === 'pro');
  return (
    <>
      <p>
        {t.settings.youAreOn} <strong>{t.settings.plans[plan] ?? plan}</strong>
        {status === 'past_due' && <em class="settings-mark"> {t.settings.pastDue}</em>}
      </p>
      <ul class="settings-list">
        {quotas.map(({ quota, limit, used, resetAt }) => (
          <Quota key={quota} name={t.settings.quotas[quota] ?? quota} {...{ used, limit, resetAt }} />
        ))}
        <Quota name={t.app.walls} {...displays} />
      </ul>
      <div class="settings-actions">
        {plan === 'free' &&
          pro?.intervals.map((interval, n) => (
            <Button
              key={interval}
              kind={n === 0 ? 'primary' : 'plain'}
              onClick={() => openPaymentPage('checkout', { plan: 'pro', interval })}
            >
              {t.settings.upgrade[interval]}
            </Button>
          ))}
        {subscription && <Button onClick={() => openPaymentPage('portal')}>{t.settings.manage}</Button>}
      </div>
    </>
  );
}

interface QuotaProps {
  name: string;
  used: number;
  /** Null: unlimited. */
  limit: number | null;
  resetAt?: string | null;
}

function Quota({ name, used, limit, resetAt }: QuotaProps) {
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span class="settings-facts">
          {limit === 0 ? t.settings.notIncluded : t.settings.used(used, limit)}
          {limit !== 0 && resetAt && (
            <>
              {' · '}
              {t.settings.resets} <Time at={resetAt} />
            </>
          )}
        </span>
      </span>
    </li>
  );
}

/** Opens a page of the payment provider. */
async function openPaymentPage(page: 'checkout' | 'portal', body?: object): Promise<void> {
  const { url } = await placard.connection.json<{ url: string }>({
    method: 'POST',
    path: `${billingPath}/${page}`,
    ...(body && { body }),
  });
  location.assign(url);
}
