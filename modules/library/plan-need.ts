import type { Need } from '#modules/billing';

/** What work needs of its owner's plan: for somebody to decide over it (`ai`), and to go to a display. */
export function planNeed({ ai, display }: { ai: boolean; display: boolean }): Need {
  const pushes = display ? ['pushes' as const] : [];
  return ai ? { feature: 'ai_routing', quotas: ['ai_analyses', ...pushes] } : { quotas: pushes };
}
