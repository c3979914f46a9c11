import test from 'ava';
import { confirm, create, png, startLibrary, upload } from '#test/modules/library/stand.ts';
import { canMount, smallDisk } from '#test/support/small-disk.ts';

const onSmallDisk = canMount() ? test : test.skip;

onSmallDisk(
  'an upload to a disk that is full is 503, leaves nothing behind, and one that fits goes on',
  async (t) => {
    const folder = smallDisk(t, '1m');
    const stand = await startLibrary({ settings: { STORAGE_URL: `file:${folder}/objects` } });
    t.teardown(() => stand.close());
    const { client } = await stand.newUser();
    const ticketFor = async (size: number) => {
      const { body } = await create(client, { mode: 'hardcode', output: {}, assets: [png(size)] });
      return { ticket: body.uploadTickets[0], id: body.content.id };
    };
    const large = Buffer.alloc(2 * 1024 * 1024, 1);
    t.is(await upload((await ticketFor(large.length)).ticket, large), 503);
    const small = Buffer.alloc(500 * 1024, 1);
    const fits = await ticketFor(small.length);
    t.is(await upload(fits.ticket, small), 204);
    t.is((await confirm(client, fits.id)).status, 200);
  },
);
