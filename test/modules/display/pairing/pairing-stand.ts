import anyTest, { type TestFn } from 'ava';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';

export interface PairingStand {
  app: TestApp;
  /** A caller without a session. */
  client: Client;
}

export const ENROLL = '/api/device/v1/enroll';
export const CLAIM = '/api/app/v1/displays/claim';

/** Ava's `test` with one application for the whole file. */
export const test = anyTest as TestFn<PairingStand>;
test.before(async (t) => {
  const app = await startTestApp();
  t.context = { app, client: createClient(app) };
});
test.after.always(async (t) => t.context.app.close());

export interface EnrolledPanel {
  hardwareId: string;
  thingName: string;
  password: string;
  claim: { code: string };
}

/** A new panel without an owner. */
export async function enroll({ client }: PairingStand): Promise<EnrolledPanel> {
  const hardwareId = `hw-${newId()}`;
  const { body } = await client.post(ENROLL, { body: { hardwareId } });
  return { hardwareId, ...body };
}
