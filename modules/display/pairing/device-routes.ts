import { type Route, route } from '#shared/http/route.ts';
import { claimUrl } from '../claim-codes/claim-url.ts';
import type { DisplayContext } from '../context.ts';
import { admitEnrolment } from './admit-enrolment.ts';
import { enrollPanel } from './enroll-panel.ts';
import { enrollBody, enrolled } from './schemas.ts';

/** Routes that panels call before they have credentials. */
export function deviceRoutes(context: DisplayContext): Route[] {
  const { config } = context;
  return [
    route(
      {
        method: 'post',
        path: '/enroll',
        summary: 'Enrol a panel',
        tag: 'panels',
        description:
          'A panel without an owner may always enrol again. One with an owner must send its `password`, or its owner must have opened the window. With `ENROLLMENT=key` the fleet key goes into `X-Enrollment-Key`.',
        auth: 'public',
        admit: (request) => admitEnrolment(context, request),
        body: enrollBody,
        responses: { 201: { description: 'Name, password and claim code.', schema: enrolled } },
        errors: {
          401: ['authentication_failed'],
          403: ['enrollment_closed'],
          409: ['already_enrolled'],
        },
      },
      async ({ body }) => {
        const { thingName, password, claim } = await enrollPanel(context, body);
        return {
          status: 201,
          body: {
            thingName,
            password,
            mqtt: { url: config.MQTT_PUBLIC_URL },
            claim: claim && {
              code: claim.code,
              url: claimUrl(config, claim.code),
              expiresAt: claim.expiresAt.toISOString(),
            },
          },
        };
      },
    ),
  ];
}
