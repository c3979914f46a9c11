import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import test from 'ava';
import { systemClock } from '#shared/clock.ts';
import { createKeys } from '#shared/keys.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { testStoreBackup } from '#test/box/backup/s3-backup.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { hasRadosgw, type S3Server, startRadosgw } from './radosgw.ts';
import { testObjectStore } from './store-contract.ts';

if (await hasRadosgw()) {
  let server: S3Server | undefined;
  let store: ObjectStore;
  let prefixed: ObjectStore;

  const settingsOf = ({ endpoint, accessKeyId, secretAccessKey }: S3Server, path: string) => ({
    STORAGE_URL: `s3://${path}?endpoint=${endpoint}&region=default`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const open = async (at: S3Server, path: string) => {
    const opened = await createObjectStore({
      config: { PUBLIC_URL: 'http://unused', ...settingsOf(at, path) },
      keys: createKeys(TEST_SECRET),
      clock: systemClock,
      onUploaded: async () => {},
    });
    return opened.store;
  };

  test.before(async () => {
    server = await startRadosgw();
    const { endpoint, ...credentials } = server;
    const client = new S3Client({ endpoint, region: 'default', forcePathStyle: true, credentials });
    for (const Bucket of ['placard', 'shared-bucket']) await client.send(new CreateBucketCommand({ Bucket }));
    store = await open(server, 'placard');
    prefixed = await open(server, 'shared-bucket/some/where/');
  });
  test.after.always(() => server?.stop());

  testObjectStore(test, () => store);
  testStoreBackup(
    test,
    async () => [
      await open(server as S3Server, 'shared-bucket/backed-up'),
      await open(server as S3Server, 'shared-bucket/restored'),
    ],
    () => ({
      from: settingsOf(server as S3Server, 'shared-bucket/backed-up'),
      to: settingsOf(server as S3Server, 'shared-bucket/restored-by-command'),
      opened: () => open(server as S3Server, 'shared-bucket/restored-by-command'),
    }),
  );

  test('the check reports a missing bucket', async (t) => {
    await t.throwsAsync((await open(server as S3Server, 'nowhere')).check());
  });

  test('objects under a prefix are separate from others', async (t) => {
    const bytes = Buffer.from('x');
    const key = 'users/u/frames/2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    await prefixed.put(key, bytes, 'image/png');
    t.deepEqual(Buffer.from(await prefixed.read(key)), bytes);
    const listed: string[] = [];
    for await (const object of prefixed.list('')) listed.push(object.key);
    t.deepEqual(listed, [key]);
    t.regex(
      await prefixed.signedUrl(key, { contentType: 'image/png', expiresAt: systemClock.now() }),
      /\/shared-bucket\/some\/where\/users\/u\//,
    );
  });
} else {
  test.skip('S3: radosgw is not on this machine; `make test-s3` installs it', () => {});
}
