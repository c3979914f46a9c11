import { type Billing, hasPlans, readBilling } from '../../api/billing.ts';
import { A } from '../../components/link.tsx';
import { timeInWords } from '../../components/time.tsx';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';
import { draft, modeOf } from './draft.ts';
import { sent } from './sent.ts';

/** Says why the plan would refuse the draft, before Push is pressed. Read anew after each push, which may be the last one. */
export function PlanNote() {
  const { data } = useLoad(
    async (signal) => (hasPlans() ? await readBilling(signal) : null),
    [hasPlans(), sent.value[0]?.contentId],
  );
  const words = data && refusal(data, modeOf(draft.value));
  return (
    <div role="status">
      {words && (
        <div class="banner banner-warning">
          <p>{words}</p>
          <A to="/settings/plan">{t.compose.toPlan}</A>
        </div>
      )}
    </div>
  );
}

/** In the order in which the box looks at it; null where it would not refuse. */
function refusal(
  { plan, unpaid, features, quotas }: Billing,
  mode: ReturnType<typeof modeOf>,
): string | null {
  if (unpaid) return t.compose.planUnpaid;
  const isLaidOut = mode !== 'hardcode';
  if (isLaidOut && !features.ai_routing) return t.compose.planLaysNothingOut(t.settings.plans[plan] ?? plan);
  const usedUp = quotas.find(
    ({ quota, limit, used }) => (isLaidOut || quota === 'pushes') && limit !== null && used >= limit,
  );
  return usedUp ? t.compose.planUsedUp(usedUp.resetAt && timeInWords(usedUp.resetAt)) : null;
}
