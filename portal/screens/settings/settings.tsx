import type { ComponentType } from 'preact';
import { hasPlans } from '../../api/billing.ts';
import { ScreenLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../strings/index.ts';
import { AccountSettings } from './account-settings.tsx';
import { DailySettings } from './daily-settings.tsx';
import { PlanSettings } from './plan-settings.tsx';
import { SessionSettings } from './session-settings.tsx';
import { TokenSettings } from './token-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

const SECTIONS: Record<string, { label: string; Section: ComponentType; isAvailable?: () => boolean }> = {
  account: { label: t.settings.account, Section: AccountSettings },
  sessions: { label: t.settings.sessions, Section: SessionSettings },
  tokens: { label: t.settings.tokens, Section: TokenSettings },
  webhooks: { label: t.settings.webhooks, Section: WebhookSettings },
  daily: { label: t.settings.daily, Section: DailySettings },
  plan: { label: t.settings.plan, Section: PlanSettings, isAvailable: hasPlans },
};

/** The settings of the account, one section at a time. */
export default function Settings({ section = 'account' }: { section?: string }) {
  const shown = Object.entries(SECTIONS).filter(([, { isAvailable }]) => isAvailable?.() ?? true);
  const [present, { Section }] = (shown.find(([name]) => name === section) ?? shown[0]) as (typeof shown)[0];
  return (
    <Page title={t.settings.title}>
      <div class="settings">
        <nav class="settings-nav" aria-label={t.settings.title}>
          {shown.map(([name, { label }]) => (
            <ScreenLink
              key={name}
              to={name === 'account' ? '/settings' : `/settings/${name}`}
              current={name === present}
            >
              {label}
            </ScreenLink>
          ))}
        </nav>
        <div class="settings-section">
          <Section />
        </div>
      </div>
    </Page>
  );
}
