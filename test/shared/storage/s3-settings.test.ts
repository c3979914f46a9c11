import test from 'ava';
import { ConfigError } from '#shared/config.ts';
import { s3Settings } from '#shared/storage/s3-settings.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test('a bucket at Amazon works with the credentials of the machine', (t) => {
  t.deepEqual(s3Settings({ STORAGE_URL: 's3://photos', AWS_REGION: 'eu-central-1' }), {
    bucket: 'photos',
    endpoint: null,
    region: 'eu-central-1',
    prefix: '',
    pathStyle: false,
  });
});

test('a bucket at another provider works with its own settings', (t) => {
  const STORAGE_URL = 's3://photos/wall/one?endpoint=https://s3.example:9000&region=here';
  t.deepEqual(s3Settings({ STORAGE_URL, AWS_SESSION_TOKEN: 'token', ...keys }), {
    bucket: 'photos',
    endpoint: 'https://s3.example:9000',
    region: 'here',
    prefix: 'wall/one',
    pathStyle: true,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
  });
  t.false(s3Settings({ STORAGE_URL: 's3://photos?endpoint=https://s3.example&pathStyle=off' }).pathStyle);
});

test('wrong settings are reported all at once, without the secrets', (t) => {
  const STORAGE_URL = 's3://id:hunter2@photos?endpiont=https://s3.example&acl=public';
  const error = t.throws(() => s3Settings({ STORAGE_URL, AWS_ACCESS_KEY_ID: 'id' }), {
    instanceOf: ConfigError,
  });
  t.regex(error.message, /takes no keys/);
  t.regex(error.message, /does not know endpiont, acl/);
  t.regex(error.message, /set both, or none/);
  t.false(error.message.includes('hunter2'));
  t.throws(() => s3Settings({ STORAGE_URL: 's3:' }), { instanceOf: ConfigError });
});
