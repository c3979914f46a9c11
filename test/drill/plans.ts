const quotas = { pushes: 1_000_000, ai_analyses: 1_000_000 };

/** Plans that are never used up. */
export const DRILL_PLANS = { free: { quotas, displays: 1_000 }, pro: { quotas, displays: 1_000 } };
