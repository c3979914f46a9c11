import { z } from 'zod';
import { planRefusalShapes, planRefusals } from '#modules/billing';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { displayErrors, displayParams } from '../schemas.ts';
import { claimDisplay } from './claim-display.ts';
import { limitClaimsFromAddress, limitClaimsOfUser } from './limit-claims.ts';
import { readSettings } from './own-display.ts';
import { patchDisplay } from './patch-display.ts';
import { resetEnrollment } from './reset-enrollment.ts';
import {
  claimBody,
  displayWithSettings,
  enrollmentWindow,
  ownDisplay,
  patchBody,
  settings,
} from './schemas.ts';
import { unbindDisplay } from './unbind-display.ts';

/** Routes of the app surface for an owner. */
export function pairingRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/displays/claim',
        summary: 'Claim a panel by the code on its screen',
        tag: 'pairing',
        admit: ({ address }) => limitClaimsFromAddress(context, address),
        body: claimBody,
        responses: { 201: { description: 'The display, now yours.', schema: ownDisplay } },
        errorShapes: planRefusalShapes,
        errors: { 402: planRefusals[402], 403: planRefusals[403], 404: ['claim_code_not_found'] },
      },
      async ({ principal, body }) => {
        const { userId } = principal;
        await limitClaimsOfUser(context, userId);
        return { status: 201, body: await claimDisplay(context, { userId, session: principal, ...body }) };
      },
    ),
    route(
      {
        method: 'patch',
        path: '/displays/{displayId}',
        summary: 'Change nickname, tags or settings',
        tag: 'pairing',
        description: 'Fields that are left out do not change. Null resets a setting.',
        params: displayParams,
        body: patchBody,
        responses: { 200: { description: 'The display with its settings.', schema: displayWithSettings } },
        errors: { ...displayErrors, 409: ['invalid_state'] },
      },
      async ({ principal, params, body }) => ({
        body: await patchDisplay(context, { userId: principal.userId, ...params, settings: body }),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/displays/{displayId}/settings',
        summary: "Read a display's settings",
        tag: 'pairing',
        params: displayParams,
        responses: { 200: { description: 'The settings.', schema: settings } },
        errors: displayErrors,
      },
      async ({ principal, params }) => ({
        body: await readSettings(context, { userId: principal.userId, ...params }),
      }),
    ),
    route(
      {
        method: 'delete',
        path: '/displays/{displayId}',
        summary: 'Unbind a display',
        tag: 'pairing',
        description:
          'Queued and published presentations expire, and the panel shows a claim code again. You keep its history.',
        params: displayParams,
        responses: {
          200: { description: 'The display is unbound.', schema: z.object({ ok: z.literal(true) }) },
        },
        errors: displayErrors,
      },
      async ({ principal, params }) => {
        await unbindDisplay(context, { userId: principal.userId, session: principal, ...params });
        return { body: { ok: true } };
      },
    ),
    route(
      {
        method: 'post',
        path: '/displays/{displayId}/reset-enrollment',
        summary: 'Let a panel that lost its password enrol again',
        tag: 'pairing',
        description: 'For 15 minutes, or until the panel has connected with its new password.',
        params: displayParams,
        responses: { 200: { description: 'The window is open.', schema: enrollmentWindow } },
        errors: displayErrors,
      },
      async ({ principal, params }) => {
        const until = await resetEnrollment(context, {
          userId: principal.userId,
          session: principal,
          ...params,
        });
        return { body: { enrollmentOpenUntil: until.toISOString() } };
      },
    ),
  ];
}
