import { runOperatorCommand } from '../../../box/operator-command.ts';
import { createInvite } from '../accounts/invites.ts';

const INVITE_DAYS = 7;

await runOperatorCommand(async ({ clock, config, db }) => {
  const { code, expiresAt } = await createInvite(db, clock.now(), INVITE_DAYS);
  const hint = config.REGISTRATION === 'invite' ? [] : ['It is needed only with REGISTRATION=invite.'];
  return [
    `Invitation for one account, valid until ${expiresAt.toISOString()}:`,
    `  ${code}`,
    `Send it in the field inviteCode of POST ${config.PUBLIC_URL}/auth/register.`,
    ...hint,
  ];
});
