import type { DisplayDto } from '#modules/display';
import { AppError } from '#shared/errors.ts';
import type { ApiResponse, Client } from '#test/support/client.ts';

interface Owned {
  userId: string;
  displayId: string;
}
type Entry = Owned & { presentationId: string };

export interface Enrolled {
  thingName: string;
  password: string;
  /** Null for a panel that has an owner. */
  claim: { code: string } | null;
}

/** What owners and new panels ask for, over HTTP. Each rejects with the {@link AppError} that was answered. */
export interface OwnerCalls {
  enrol(body: {
    hardwareId: string;
    format?: string | undefined;
    password?: string | undefined;
  }): Promise<Enrolled>;
  claim(claim: {
    userId: string;
    code: string;
    nickname: string | null;
  }): Promise<{ id: string; thingName: string }>;
  unbind(owned: Owned): Promise<void>;
  patch(change: Owned & { settings: object }): Promise<any>;
  resetEnrollment(owned: Owned): Promise<void>;
  advance(owned: Owned): Promise<{ display: DisplayDto; changed: boolean }>;
  activate(entry: Entry): Promise<DisplayDto>;
  showEntry(entry: Entry): Promise<DisplayDto>;
  takeOut(entry: Entry): Promise<void>;
}

const APP = '/api/app/v1';

/** A header of these calls: they succeed while HTTP fails for panels. */
export const OF_OWNER = 'x-of-owner';
const headers = { [OF_OWNER]: 'yes' };

export function ownerCalls(client: Client): OwnerCalls {
  const call = async (method: string, path: string, userId = '', body?: object) =>
    accepted(await client.as(userId).call(method, path, { headers, ...(body && { body }) }));
  const ofDisplay = (method: string, { userId, displayId }: Owned, rest = '', body?: object) =>
    call(method, `${APP}/displays/${displayId}${rest}`, userId, body);
  return {
    enrol: (body) => call('POST', '/api/device/v1/enroll', undefined, body),
    claim: ({ userId, ...body }) => call('POST', `${APP}/displays/claim`, userId, body),
    unbind: (owned) => ofDisplay('DELETE', owned),
    patch: (change) => ofDisplay('PATCH', change, '', change.settings),
    resetEnrollment: (owned) => ofDisplay('POST', owned, '/reset-enrollment'),
    advance: (owned) => ofDisplay('POST', owned, '/advance'),
    activate: async (entry) =>
      (await ofDisplay('POST', entry, '/current', { presentationId: entry.presentationId })).display,
    showEntry: async (entry) =>
      (await ofDisplay('POST', entry, `/queue/${entry.presentationId}/show`)).display,
    takeOut: (entry) => ofDisplay('DELETE', entry, `/queue/${entry.presentationId}`),
  };
}

function accepted({ status, body, text }: ApiResponse): any {
  if (status < 400) return body;
  const { code, message, details } = body?.error ?? {};
  throw new AppError(status, code, message ?? text, details);
}
