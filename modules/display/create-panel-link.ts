import { createBrokerLink } from './brokers/create-broker-link.ts';
import type { DisplayContext } from './context.ts';
import { confirmPresentation } from './delivery/confirm-presentation.ts';
import { createEndConnection } from './delivery/end-connection.ts';
import { endGateway } from './delivery/end-gateway.ts';
import { createNextCommand } from './delivery/next-command.ts';
import type { PanelLink } from './delivery/panel-link.ts';
import { createRecordHeartbeat } from './delivery/record-heartbeat.ts';
import { createRegisterConnection } from './delivery/register-connection.ts';
import { renewPresence } from './delivery/renew-presence.ts';
import { requestClaim } from './delivery/request-claim.ts';
import { savePanelState } from './delivery/save-state.ts';
import { createAuthenticatePanel } from './pairing/authenticate-panel.ts';
import { recordPanelEvents } from './panel-log/record-panel-events.ts';

const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 150, 250];

/** Implements the module's interface for gateways. */
export function createPanelLink(display: DisplayContext): PanelLink {
  const sizes = display.metrics?.histogram(
    'panel_batch_size',
    'Panels per statement, by the work of the statement.',
    ['work'],
    BATCH_SIZES,
  );
  const context = { ...display, onBatch: (work: string, panels: number) => sizes?.observe({ work }, panels) };
  const disconnected = createEndConnection(context);
  return {
    authenticate: createAuthenticatePanel(context),
    connected: createRegisterConnection(context),
    disconnected,
    renewPresence: (gatewayId) => renewPresence(context, gatewayId),
    gatewayClosed: (gatewayId) => endGateway(context, gatewayId, disconnected),
    heartbeat: createRecordHeartbeat(context),
    saveState: (deviceId, epoch, state) => savePanelState(context, deviceId, epoch, state),
    async confirm(deviceId, epoch, confirm) {
      return (await confirmPresentation(context, deviceId, epoch, confirm)) === 'confirmed';
    },
    requestClaim: (deviceId, epoch) => requestClaim(context, deviceId, epoch),
    nextCommand: createNextCommand(context),
    broker: createBrokerLink(context, disconnected),
    log: (events) => recordPanelEvents(context, context.db, events),
  };
}
