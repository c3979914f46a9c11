import { type Billing, hasPlans, readBilling } from '../api/billing.ts';
import { t } from '../strings/index.ts';
import { A } from './link.tsx';
import { timeInWords } from './time.tsx';
import { useLoad } from './use-load.ts';

interface PlanNoteProps {
  /** Whether Placard is to lay pages out, which not every plan includes. */
  isLaidOut: boolean;
  /** Says that this plan, by its name, does not. */
  notIncluded(plan: string): string;
  /** The plan is read anew when this changes. */
  after?: unknown;
}

/** Says why the plan would refuse, before one tries. */
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
          <A to="/settings/plan">{t.plan.see}</A>
        </div>
      )}
    </div>
  );
}

/** In the order in which the box looks at it; null where it would not refuse. */
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
