import { runOperatorCommand } from '../../../box/operator-command.ts';
import { createInvite } from '../accounts/invites.ts';

const DAYS = 7;

await runOperatorCommand(async ({ clock, config, db }) => {
  const { code, expiresAt } = await createInvite(db, clock.now(), DAYS);
  const hint = config.REGISTRATION === 'invite' ? [] : ['Only REGISTRATION=invite asks for it.'];
  return [
    `Invitation for one account, good until ${expiresAt.toISOString()}:`,
    `  ${code}`,
    `It goes into the field inviteCode of POST ${config.PUBLIC_URL}/auth/register.`,
    ...hint,
  ];
});
