import { StartError } from '#shared/process.ts';
import { runOperatorCommand } from '../../../box/operator-command.ts';
import { findUser } from '../accounts/find-user.ts';
import { createPasswordReset } from '../accounts/password-resets.ts';

await runOperatorCommand(async ({ argument, clock, config, db }) => {
  const email = argument('EMAIL', 'make user-reset EMAIL=ada@example.com');
  const user = await findUser(db, email);
  if (!user) throw new StartError(`There is no account ${email}. \`make user-list\` shows them.`);
  const { token, expiresAt } = await createPasswordReset(db, user.id, clock.now());
  return [
    `Code for ${user.email}, valid once until ${expiresAt.toISOString()}:`,
    `  ${token}`,
    'It sets a new password and ends every session:',
    `  curl -X POST ${config.PUBLIC_URL}/auth/password/reset -H 'Content-Type: application/json' \\`,
    `    -d '{"token":"${token}","password":"the new password"}'`,
  ];
});
