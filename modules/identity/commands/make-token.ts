import { StartError } from '#shared/process.ts';
import { runOperatorCommand } from '../../../box/operator-command.ts';
import { findUser } from '../accounts/find-user.ts';
import { insertPersonalToken } from '../tokens/create-personal-token.ts';

await runOperatorCommand(async ({ argument, clock, config, db }) => {
  const email = argument('EMAIL', 'make user-token EMAIL=ada@example.com');
  const user = await findUser(db, email);
  if (!user) throw new StartError(`There is no account ${email}. \`make user-list\` shows them.`);
  const request = { name: 'made by the operator', expiresInDays: null };
  const { token } = await db.transaction((trx) => insertPersonalToken(trx, user.id, clock.now(), request));
  return [
    `Personal access token for ${user.email}. It cannot be shown again:`,
    `  ${token}`,
    'For example:',
    `  curl -u :${token} -d 'Buy milk' ${config.PUBLIC_URL}/push`,
  ];
});
