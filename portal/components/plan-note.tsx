import { type Billing, hasPlans, readBilling } from '../api/billing.ts';
import { t } from '../strings/index.ts';
import { ScreenLink } from './link.tsx';
import { timeInWords } from './time.tsx';
import { useLoad } from './use-load.ts';

interface PlanNoteProps {
  /** Whether Placard lays the page out, which not every plan includes. */
  isLaidOut: boolean;
  /** Text for a plan, by its name, that does not include it. */
  notIncluded(plan: string): string;
  /** The plan is read again when this changes. */
  after?: unknown;
}

/** Shows, before a push is sent, why the plan would refuse it. */
export function PlanNote({ isLaidOut, notIncluded, after }: PlanNoteProps) {
  const { data } = useLoad(
    async (signal) => (hasPlans() ? await readBilling(signal) : null),
    [hasPlans(), after],
  );
  const words = data && refusal(data, isLaidOut, notIncluded);
  return (
    <div role="status">
      {words && (
        <div class="banner banner-warning">
          <p>{words}</p>
          <ScreenLink to="/settings/plan">{t.plan.see}</ScreenLink>
        </div>
      )}
    </div>
  );
}

/** The reason of the refusal, in the order of the API's checks; null without one. */
function refusal(
  { plan, unpaid, features, quotas }: Billing,
  isLaidOut: boolean,
  notIncluded: PlanNoteProps['notIncluded'],
): string | null {
  if (unpaid) return t.plan.unpaid;
  if (isLaidOut && !features.ai_routing) return notIncluded(t.settings.plans[plan] ?? plan);
  const usedUp = quotas.find(
    ({ quota, limit, used }) => (isLaidOut || quota === 'pushes') && limit !== null && used >= limit,
  );
  return usedUp ? t.plan.usedUp(usedUp.resetAt && timeInWords(usedUp.resetAt)) : null;
}
