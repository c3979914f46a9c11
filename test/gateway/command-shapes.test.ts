import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import type { Command } from '#modules/display';
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HEAD = { id: UUID, issuedAt: MOMENT };
const FRAME = {
  url: /^http:\/\/.+\/api\/device\/v1\/frames\//,
  format: 'raw1',
  sizeBytes: 48_000,
  sha256: /^[0-9a-f]{64}$/,
  expiresAt: MOMENT,
};

/** The very fields, each the value or of the form given. */
function has(t: ExecutionContext<GatewayStand>, command: Command, fields: Record<string, unknown>): void {
  t.deepEqual(Object.keys(command).sort(), Object.keys(fields).sort(), command.kind);
  for (const [name, form] of Object.entries(fields)) {
    const value = (command as unknown as Record<string, unknown>)[name];
    if (form instanceof RegExp) t.regex(String(value), form, `${command.kind} ${name}`);
    else t.is(value, form, `${command.kind} ${name}`);
  }
}

test('every command has the fields of the protocol and no others', async (t) => {
  const stand = t.context;
  const { panel, deviceId, userId, show } = await stand.simulate({ claimed: false });
  await panel.connect();
  await stand.renderAll();
  const claim = await panel.command('claim_code');
  const code = await panel.claimCode();
  t.regex(code, /^[ACDEFGHJKMNPQRTWXY34679]{6}$/);
  has(t, claim, {
    ...HEAD,
    kind: 'claim_code',
    code,
    claimUrl: new RegExp(`/claim\\?code=${code}$`),
    ...FRAME,
  });

  await stand.claim({ userId, code, nickname: 'Küche' });
  await stand.renderAll();
  has(t, await panel.command('bound'), { ...HEAD, kind: 'bound', name: 'Küche', ...FRAME });

  const presentationId = await show();
  await panel.confirmed(presentationId);
  const shown = { kind: 'show', presentationId, width: 800, height: 480 };
  has(t, await panel.command('show'), { ...HEAD, ...shown, ...FRAME });

  await stand.unbind({ userId, displayId: deviceId });
  has(t, await panel.command('unbound'), { ...HEAD, kind: 'unbound' });
  await panel.sleep();
});
