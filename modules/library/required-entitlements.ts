import type { RequiredEntitlements } from '#modules/billing';

/** What work needs of its owner's plan: for somebody to decide over it (`ai`), and to go to a display. */
export function requiredEntitlements({
  ai,
  display,
}: {
  ai: boolean;
  display: boolean;
}): RequiredEntitlements {
  const pushes = display ? ['pushes' as const] : [];
  return ai ? { feature: 'ai_routing', quotas: ['ai_analyses', ...pushes] } : { quotas: pushes };
}
