import { setTimeout as pause } from 'node:timers/promises';
import { openCrowd } from './crowd.ts';
import { harmless, test } from './hostile-stand.ts';
import { connectPacket, frame, publishPacket, subscribePacket, UPGRADE } from './packets.ts';

/** Long enough to affect the other panels: without the guards their messages wait for much longer. */
const FLOOD_MS = 2_000;

const floods: [string, 'gateway' | 'api', (thingName: string) => Buffer][] = [
  ['pings', 'gateway', () => Buffer.from('c000', 'hex')],
  ['acknowledgements of nothing', 'gateway', () => Buffer.from('40020001', 'hex')],
  ['subscriptions', 'gateway', (name) => subscribePacket(`placard/dev/${name}/down/#`)],
  ['foreign subscriptions', 'gateway', () => subscribePacket('#')],
  ['messages', 'gateway', (name) => publishPacket(`placard/dev/${name}/up/state`, '{}')],
  [
    'wrong messages',
    'gateway',
    (name) => publishPacket(`placard/dev/${name}/up/heartbeat`, '['.repeat(2000)),
  ],
  ['pings of the WebSocket', 'api', () => frame(0x89, Buffer.alloc(100))],
  ['empty messages of the WebSocket', 'api', () => frame(0x82)],
  [
    'single bytes in messages of the WebSocket',
    'api',
    () => Buffer.concat([frame(0x82, Buffer.from([0xc0])), frame(0x82, Buffer.from([0]))]),
  ],
];

for (const [what, at, packetOf] of floods) {
  test(`panels that send many ${what}, and read nothing, do not delay others`, async (t) => {
    const { stand } = t.context;
    const panels = await Promise.all(Array.from({ length: 10 }, () => stand.newPanel()));
    await harmless(t, async () => {
      const crowd = await openCrowd(panels.length, t.context[at].port, {
        bytes(index) {
          const { thingName = '', password = '' } = panels[index] ?? {};
          const connect = connectPacket(thingName, password);
          return at === 'api' ? Buffer.concat([Buffer.from(UPGRADE), frame(0x82, connect)]) : connect;
        },
        connected(socket, index) {
          const packet = packetOf(panels[index]?.thingName ?? '');
          const chunk = Buffer.concat(Array.from({ length: Math.ceil(65536 / packet.length) }, () => packet));
          const more = () => {
            while (!socket.destroyed && socket.write(chunk));
          };
          socket.pause();
          socket.once('readable', () => {
            socket.on('drain', more);
            more();
          });
        },
      });
      await Promise.race([crowd.gone, pause(FLOOD_MS)]);
      t.log(`${crowd.sockets.filter(({ destroyed }) => destroyed).length} of ${panels.length} closed`);
      crowd.end();
    });
  });
}
