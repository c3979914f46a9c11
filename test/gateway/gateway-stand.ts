import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { Panel } from '#client/panel/panel.ts';
import type { PanelOptions } from '#client/panel/panel-options.ts';
import type { GatewayLimits } from '#gateway/limits.ts';
import { type RunningGateway, startGateway } from '#gateway/start.ts';
import type { PanelLink } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { createMetrics, type Metrics } from '#shared/metrics.ts';
import { switchOffPanels } from '#test/support/running-panels.ts';
import { simulatedPanel } from '#test/support/simulated-panels.ts';
import { until, within } from '#test/support/until.ts';
import { type FacadeStand, startFacade } from '../modules/display/facade-stand.ts';

export interface GatewayStand extends FacadeStand {
  gateway: RunningGateway;
  mqttUrl: string;
  metrics: Metrics;
  /** Another gateway on the same database; `link` replaces calls of the display module. */
  addGateway(
    limits?: Partial<GatewayLimits>,
    link?: Partial<PanelLink>,
  ): Promise<{ mqttUrl: string; gateway: RunningGateway }>;
  /** Credentials of a new panel without an owner. */
  newPanel(hardwareId?: string): Promise<{ thingName: string; password: string; deviceId: string }>;
  /** A simulator of a new panel, claimed by a new user unless set otherwise; not connected yet. */
  simulate(options?: Partial<PanelOptions> & { mqttUrl?: string; claimed?: boolean }): Promise<{
    panel: Panel;
    deviceId: string;
    userId: string;
    /** Renders and queues a picture for it; returns its presentation. */
    show(): Promise<string>;
  }>;
  /** Resolves when no gateway holds the panel any more. */
  disconnected(deviceId: string): Promise<void>;
  /** Renders whatever waits to be rendered. */
  renderAll(): Promise<void>;
  /** A value of a counter or gauge by its full name and labels, as `/metrics` shows it. */
  metric(name: string): Promise<number>;
}

const QUICK: Partial<GatewayLimits> = {
  presenceRenewal: 200,
  minResend: 150,
  maxResend: 1000,
  retryPause: 50,
};

/** The display module over HTTP and its gateway over MQTT, in this process, on a database of its own. */
export async function startGatewayStand(
  settings: Record<string, string> = {},
  limits: Partial<GatewayLimits> = {},
): Promise<GatewayStand> {
  const stand = await startFacade({
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DISPLAY_MIN_DWELL_SECONDS: '0',
    ...settings,
  });
  const { context, db } = stand;
  const metrics = createMetrics();
  const { panels } = stand.display;
  const start = (own: Metrics, more: Partial<GatewayLimits>, link: Partial<PanelLink> = {}) =>
    startGateway({
      config: context.config,
      log: context.log,
      metrics: own,
      clock: context.clock,
      panels: { ...panels, ...link },
      limits: { ...QUICK, ...more },
    });
  const gateway = await start(metrics, limits);
  const others: RunningGateway[] = [];

  async function newPanel(hardwareId = `sim-${newId()}`) {
    const { thingName, password } = await stand.enrol({ hardwareId });
    const { id } = await db('display.devices').where({ thing_name: thingName }).first('id');
    return { thingName, password, deviceId: id as string };
  }

  const gatewayStand: GatewayStand = {
    ...stand,
    gateway,
    mqttUrl: `mqtt://127.0.0.1:${gateway.port}`,
    metrics,
    async addGateway(more = {}, link = {}) {
      const other = await start(createMetrics(), more, link);
      others.push(other);
      return { gateway: other, mqttUrl: `mqtt://127.0.0.1:${other.port}` };
    },
    newPanel,
    async simulate({ mqttUrl = gatewayStand.mqttUrl, claimed = true, ...options } = {}) {
      const hardwareId = `sim-${newId()}`;
      const { thingName, password, deviceId } = await newPanel(hardwareId);
      if (options.format)
        await db('display.devices').where({ id: deviceId }).update({ format: options.format });
      const userId = await stand.addUser();
      if (claimed) {
        const { code } = await db('display.claim_codes').where({ device_id: deviceId }).first('code');
        await stand.claim({ userId, code, nickname: null });
      }
      const credentials = { thingName, password, mqttUrl };
      const server = context.config.PUBLIC_URL;
      const panel = simulatedPanel({ server, hardwareId, credentials, reconnectMs: 50, ...options });
      const show = async () => {
        const id = await stand.push(userId, { displayId: deviceId });
        await stand.render(id);
        return id;
      };
      return { panel, deviceId, userId, show };
    },
    async disconnected(deviceId) {
      const held = () => db('display.presence').where({ device_id: deviceId }).first('epoch');
      await until('a panel to be held by no gateway', async () => !(await held()));
    },
    async renderAll() {
      for (const { id } of await db('display.render_tasks').where({ state: 'waiting' }))
        await stand.renderTask(id, true);
    },
    async metric(name) {
      const line = (await metrics.registry.metrics()).split('\n').find((text) => text.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
    async close() {
      switchOffPanels(context.config.PUBLIC_URL);
      await Promise.all([gateway, ...others].map((one) => one.close()));
      await stand.close();
    },
  };
  return gatewayStand;
}

/** A raw client for hostile and awkward cases. Resolves when it is let in, rejects when it is not. */
export async function rawClient(url: string, options: IClientOptions): Promise<MqttClient> {
  return mqtt.connectAsync(
    url,
    { reconnectPeriod: 0, connectTimeout: 60_000, clean: true, ...options },
    false,
  );
}

/** Resolves when the server has closed the connection. */
export function closed(client: MqttClient): Promise<void> {
  const closing = new Promise<void>((resolve) => {
    if (client.stream.destroyed) resolve();
    client.on('error', () => {});
    client.once('close', resolve);
  });
  return within('the server to close a connection', closing);
}
