import { type FrameFormat, isThingName } from './command.ts';
import { HEIGHT, WIDTH } from './frame.ts';

const RESPONSE_TIMEOUT_MS = 30_000;

/** The credentials in the flash of a panel. */
export interface Credentials {
  thingName: string;
  password: string;
  mqttUrl: string;
}

export interface Enrolment {
  server: string;
  hardwareId: string;
  format: FrameFormat;
  firmware: string;
  model: string;
  /** Proof when the panel has an owner. */
  password?: string | undefined;
  enrollmentKey?: string | undefined;
}

export class EnrolmentRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`enrolment refused: ${status} ${code}: ${message}`);
    this.name = 'EnrolmentRefused';
    this.status = status;
    this.code = code;
  }
}

/** @throws {EnrolmentRefused} */
export async function enroll({ server, enrollmentKey, ...about }: Enrolment): Promise<Credentials> {
  const response = await fetch(`${server}/api/device/v1/enroll`, {
    method: 'POST',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      ...(enrollmentKey && { 'x-enrollment-key': enrollmentKey }),
    },
    body: JSON.stringify({ ...about, width: WIDTH, height: HEIGHT }),
  });
  const body = (await response.json()) as {
    thingName: string;
    password: string;
    mqtt: { url: string };
    error?: { code: string; message: string };
  };
  if (response.status !== 201) {
    const { code = 'unknown', message = '' } = body.error ?? {};
    throw new EnrolmentRefused(response.status, code, message);
  }
  if (!isThingName(body.thingName)) throw new Error('the server gave no thing name');
  return { thingName: body.thingName, password: body.password, mqttUrl: body.mqtt.url };
}
