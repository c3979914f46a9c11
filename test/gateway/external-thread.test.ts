import anyTest, { type TestFn } from 'ava';
import { mosquittoProgram } from '#test/support/mosquitto.ts';
import { type ExternalStand, startExternalStand } from './external-stand.ts';

const test = (mosquittoProgram ? anyTest : anyTest.skip) as TestFn<ExternalStand>;
anyTest.before(async (t) => {
  if (mosquittoProgram) t.context = await startExternalStand();
});
anyTest.after.always(async (t) => {
  await (t.context as Partial<ExternalStand>).close?.();
});

test('over a broker of others a panel gets its picture and confirms it', async (t) => {
  const stand = t.context;
  const { panel, show, deviceId } = await stand.simulate();
  await panel.connect();
  const id = await show();
  await panel.confirmed(id);
  const read = () => stand.db('display.devices').where({ id: deviceId }).first();
  while ((await read()).current_presentation_id !== id);
  const next = await show();
  await panel.confirmed(next);
  t.pass();
  await panel.sleep();
});
