import type { GatewayLimits } from '#gateway/limits.ts';
import { createDisplay } from '#modules/display';
import { queues } from '#shared/jobs/queues.ts';
import { type FacadeStand, startFacade, work } from '../../modules/display/facade-stand.ts';
import { type FaultyGateway, startFaultyGateway } from './faulty-gateway.ts';
import { watchHistory } from './history.ts';
import { smallPixels } from './small-pixels.ts';

/** How long a picture may stay unconfirmed, in seconds by the stand's clock. */
export const PATIENCE_SECONDS = 100;

/** Gateways that can be killed, on a database that writes down its own history. */
export interface FaultyStand extends FacadeStand {
  gateways: FaultyGateway[];
  /** Kills a gateway and starts another one in its place. */
  replaceGateway(index: number): Promise<void>;
  /** A push of one of a few pictures, not rendered yet; returns its presentation. */
  pushPicture(userId: string, displayId: string, picture: number, priority: number): Promise<string>;
  /** Renders what waits of a display's pictures and pages. */
  renderAll(deviceId: string): Promise<void>;
}

export async function startFaultyStand(
  gateways = 2,
  settings: Record<string, string> = {},
  limits: Partial<GatewayLimits> = {},
): Promise<FaultyStand> {
  const facade = await startFacade({
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DISPLAY_MIN_DWELL_SECONDS: '0',
    DISPLAY_UNRESPONSIVE_SECONDS: String(PATIENCE_SECONDS),
    ...settings,
  });
  const context = { ...facade.context, pixels: smallPixels };
  const display = createDisplay(context);
  const { db } = facade;
  await watchHistory(db);
  const dead: FaultyGateway[] = [];
  const start = () => startFaultyGateway({ context, databaseUrl: facade.databaseUrl }, limits);

  const stand: FaultyStand = {
    ...facade,
    context,
    display,
    gateways: await Promise.all(Array.from({ length: gateways }, start)),
    async replaceGateway(index) {
      const doomed = stand.gateways[index] as FaultyGateway;
      doomed.kill();
      dead.push(doomed);
      stand.gateways[index] = await start();
    },
    async pushPicture(userId, displayId, picture, priority) {
      const key = await facade.storeAsset(userId, Buffer.from(`picture ${picture}`));
      const image = { key, contentType: 'image/png' as const, assetIndex: 0 };
      const source = { kind: 'image' as const, image };
      return facade.push(userId, { displayId }, { source, priority });
    },
    async renderAll(deviceId) {
      const { rows } = await db.raw(
        `select task.id from display.render_tasks task
         left join display.presentations p on p.id = task.presentation_id
         left join display.system_frames page on page.id = task.system_frame_id
         where task.state = 'waiting' and coalesce(p.device_id, page.device_id) = ? order by task.id`,
        [deviceId],
      );
      for (const { id } of rows) await work(display, queues.renderTask, { taskId: id }, true);
    },
    async close() {
      await Promise.all([...stand.gateways, ...dead].map((gateway) => gateway.gone()));
      await facade.close();
    },
  };
  return stand;
}
