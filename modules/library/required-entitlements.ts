import type { RequiredEntitlements } from '#modules/billing';

/** The entitlements that work needs: planning by AI (`ai`), and delivery to a display (`display`). */
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
