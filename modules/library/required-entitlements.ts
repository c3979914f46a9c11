import type { RequiredEntitlements } from '#modules/billing';

/** What work needs of its owner's plan: to be planned by AI (`ai`), and to go to a display (`display`). */
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
