import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { BrokerLink } from '../broker-link.ts';
import type { DisplayContext } from '../context.ts';
import type { BatchObserver } from '../delivery/batch-panels.ts';
import type { PanelLink } from '../delivery/panel-link.ts';
import { endSilent, hasAnnouncedDisconnect } from './end-connections.ts';
import { listAccounts } from './list-accounts.ts';
import { createLocatePanel } from './locate-panel.ts';
import { takeOverSession } from './take-over-session.ts';

/** For gateways that receive messages of panels over an external broker. */
export function createBrokerLink(
  context: DisplayContext & BatchObserver,
  disconnected: PanelLink['disconnected'],
): BrokerLink {
  const { db } = context;
  return {
    locate: createLocatePanel(context),
    notifyGateways: (deviceIds) => notify(db, channels.panelsHeard, deviceIds.join(' ')),
    async endIfDisconnectAnnounced({ deviceId, gatewayId, epoch }) {
      if (await hasAnnouncedDisconnect(db, deviceId)) await disconnected(deviceId, gatewayId, epoch);
    },
    endSilent: (gatewayId) => endSilent(context, gatewayId),
    async endAll(gatewayId) {
      await db('display.presence').where({ gateway_id: gatewayId }).del();
    },
    takeOverSession: (broker, slot, gatewayId) => takeOverSession(context, broker, slot, gatewayId),
    sessions: (broker) => db('display.broker_sessions').where({ broker }).orderBy('slot').pluck('slot'),
    async forgetSession(broker, slot) {
      await db('display.broker_sessions').where({ broker, slot }).del();
    },
    accounts: () => listAccounts(db),
  };
}
