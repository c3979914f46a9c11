import type { DisplayContext } from '../context.ts';
import { authenticatePanel } from '../pairing/authenticate-panel.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { confirmPresentation } from './confirm-presentation.ts';
import { nextCommand } from './next-command.ts';
import type { PanelLink } from './panel-link.ts';
import { endConnection, endGateway, registerConnection, renewPresence } from './presence.ts';
import { recordHeartbeat } from './record-heartbeat.ts';
import { requestClaim } from './request-claim.ts';
import { savePanelState } from './save-state.ts';

/** The panels' side of the module. */
export function createPanelLink(context: DisplayContext): PanelLink {
  return {
    authenticate: (thingName, password) => authenticatePanel(context, thingName, password),
    connected: (deviceId, gatewayId) => registerConnection(context, deviceId, gatewayId),
    disconnected: (deviceId, gatewayId, epoch) => endConnection(context, deviceId, gatewayId, epoch),
    renewPresence: (gatewayId) => renewPresence(context, gatewayId),
    gatewayClosed: (gatewayId) => endGateway(context, gatewayId),
    heartbeat: (deviceId, epoch, heartbeat) => recordHeartbeat(context, deviceId, epoch, heartbeat),
    saveState: (deviceId, epoch, state) => savePanelState(context, deviceId, epoch, state),
    async confirm(deviceId, epoch, confirm) {
      await confirmPresentation(context, deviceId, epoch, confirm);
    },
    requestClaim: (deviceId, epoch) => requestClaim(context, deviceId, epoch),
    nextCommand: (deviceId, epoch) => nextCommand(context, deviceId, epoch),
    log: (events) => recordPanelEvents(context, context.db, events),
  };
}
