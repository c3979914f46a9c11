import { type Route, route } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { deleteBody, profile, updateBody, user } from '../schemas.ts';
import { authenticateForDeletion, deleteAccount } from './delete-account.ts';
import { presentProfile } from './present-profile.ts';
import { presentUser } from './present-user.ts';
import { authenticateWithProfile, readProfile } from './read-profile.ts';
import { updateProfile } from './update-profile.ts';

/** The caller's own account. */
export function profileRoutes(context: IdentityContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/me',
        summary: 'Read your profile',
        tag: 'account',
        authenticate: (authorization) => authenticateWithProfile(context, authorization),
        responses: { 200: { description: 'The profile.', schema: profile } },
      },
      async ({ principal }) => {
        const found = await readProfile(context, principal);
        return { body: presentProfile(found) };
      },
    ),
    route(
      {
        method: 'put',
        path: '/me',
        summary: 'Change your user name or password',
        description: 'A new password ends every other session.',
        tag: 'account',
        body: updateBody,
        responses: { 200: { description: 'The user as it is now.', schema: user } },
        errors: { 401: ['invalid_credentials'], 409: ['username_taken'] },
      },
      async ({ principal, body, address }) => {
        const changed = await updateProfile(context, principal, body, address);
        return { body: presentUser(changed) };
      },
    ),
    route(
      {
        method: 'delete',
        path: '/account',
        summary: 'Delete your account and everything in it, for good',
        description:
          'Panels are unbound and can be claimed by others. Fails as a whole when a provider’s grant or a subscription cannot be ended.',
        tag: 'account',
        authenticate: (authorization) => authenticateForDeletion(context, authorization),
        body: deleteBody,
        responses: { 204: { description: 'The account is gone.' } },
        errors: { 401: ['invalid_credentials'], 404: ['user_not_found'] },
      },
      async ({ principal, body, address }) => {
        await deleteAccount(context, principal, body.password, address);
        return { status: 204 };
      },
    ),
  ];
}
