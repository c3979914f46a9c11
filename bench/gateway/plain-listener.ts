import pg from 'pg';
import { channels } from '#shared/db/channels.ts';
import { connectionConfig } from '#shared/db/connection.ts';
import { connectMaster } from './mosquitto.ts';
import { commandOf, panelOfDevice, topicOf } from './panels.ts';

/**
 * The least work that a process beside mosquitto needs to replace a gateway: it is notified of a changed panel, reads
 * its wanted picture in one prepared statement, and publishes the command.
 */
const READ = {
  name: 'wanted',
  text: `select frame.sha256 from display.devices d
    join display.frames frame on frame.format = d.format
      and frame.presentation_id = coalesce(d.pending_presentation_id, d.current_presentation_id)
    where d.id = $1`,
};
const [databaseUrl = '', port] = process.argv.slice(2);

const publisher = await connectMaster(Number(port));
const pool = new pg.Pool({ ...connectionConfig(databaseUrl, 'placard-bench-listener'), max: 10 });
const listener = new pg.Client(connectionConfig(databaseUrl, 'placard-bench-listener'));
await listener.connect();
listener.on('notification', async ({ payload = '' }) => {
  const { rows } = await pool.query({ ...READ, values: [payload] });
  const panel = panelOfDevice(payload);
  await publisher.publish(topicOf(panel, 'down/cmd'), commandOf(panel, rows[0].sha256));
});
await listener.query(`listen ${channels.panelChanged}`);
process.once('disconnect', () => process.exit());
process.send?.('ready');
