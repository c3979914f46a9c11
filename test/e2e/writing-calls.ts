import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import type { TestApp } from '#test/support/app.ts';
import type { CallOptions } from '#test/support/client.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import type { Furnished } from './furnished.ts';

/** What makes each writing route get as far as its first write: options by `method path`. Without an entry: an empty body. */
export async function writingCalls(app: TestApp, owner: Furnished): Promise<Record<string, CallOptions>> {
  const { displayId, presentationId, noteId, refreshToken } = owner;
  const stranger = createClient(app);
  const enrolled = await stranger.post('/api/device/v1/enroll', { body: { hardwareId: `hw-${newId()}` } });
  const { username, email } = (await owner.app.get('/auth/me')).body;
  const picture = Buffer.from(await photographPng(64, 40));
  const assets = [{ type: 'text', text: 'There is no room for it.' }];
  const password = 'correct horse';
  const write = { key: newId(), body: { assets } };
  const analysis = { key: newId(), body: { contentIds: [noteId], target: { output: {} } } };
  const current = { body: { presentationId } };
  const rendition = { body: { width: 300, height: 200 } };
  const tickets = { body: { assetIndexes: [0] } };
  const pushed = { raw: 'There is no room for it.', headers: { 'content-type': 'text/plain' } };
  const stored = await owner.app.post('/api/app/v1/contents', {
    key: newId(),
    body: {
      assets: [{ type: 'image', filename: 'a', contentType: 'image/png', sizeBytes: picture.length }],
    },
  });
  const resetToken = newId();
  await app.app.db('identity.password_resets').insert({
    ...{ id: newId(), token_hash: sha256(resetToken), created_at: new Date() },
    ...{ user_id: (await owner.app.get('/auth/me')).body.id, expires_at: new Date('2100-01-01') },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(stored.body.uploadTickets[0].fields as Record<string, string>))
    form.append(name, value);
  form.append('file', new Blob([picture], { type: 'image/png' }), 'file');
  return {
    'post /auth/register': { body: { email: `x${email}`, username: `x${username}`, password } },
    'post /auth/login': { body: { identifier: email, password } },
    'post /auth/refresh': { body: { refreshToken } },
    'post /auth/logout': {},
    'post /auth/password/reset': { body: { token: resetToken, password } },
    'put /auth/me': { body: { username: `y${username}` } },
    'delete /auth/account': { body: { confirm: true, password } },
    'post /auth/tokens': { body: { name: 'late' } },
    'post /api/sdk/v1/contents': write,
    'post /api/app/v1/contents': write,
    'post /api/sdk/v1/analyses': analysis,
    'post /api/app/v1/analyses': analysis,
    'post /api/sdk/v1/contents/{contentId}/upload-tickets': tickets,
    'post /api/app/v1/contents/{contentId}/upload-tickets': tickets,
    'post /api/sdk/v1/displays/{displayId}/current': current,
    'post /api/app/v1/displays/{displayId}/current': current,
    'post /api/sdk/v1/presentations/{presentationId}/renditions': rendition,
    'post /api/app/v1/presentations/{presentationId}/renditions': rendition,
    'post /api/app/v1/displays/claim': { body: { code: enrolled.body.claim.code } },
    'patch /api/app/v1/displays/{displayId}': { body: { nickname: 'No room' } },
    'put /api/app/v1/settings': {
      body: { timeZone: 'Europe/Berlin', schedule: { enabled: false, at: '07:00', intent: null } },
    },
    'post /api/app/v1/previews': { raw: new Uint8Array(picture), headers: { 'content-type': 'image/png' } },
    'post /api/app/v1/webhooks': { body: { url: 'https://example.org/x', events: ['display.battery_low'] } },
    'patch /api/app/v1/webhooks/{webhookId}': { body: { events: ['display.battery_low'] } },
    'post /api/device/v1/enroll': { body: { hardwareId: `hw-${newId()}` } },
    'post /push': pushed,
    'put /push': pushed,
    'post /push/{display}': pushed,
    'put /push/{display}': pushed,
    'put /push/{display}/{filename}': pushed,
    'post /storage/uploads': { raw: form },
    'post /mcp': {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'push', arguments: { text: 'There is no room for it.', display: displayId } },
      },
      headers: { accept: 'application/json, text/event-stream' },
    },
  };
}
