import { runOperatorCommand } from '../../../box/operator-command.ts';
import { textTable } from '../../../box/text-table.ts';
import { User } from '../models/user.ts';

await runOperatorCommand(async ({ db }) => {
  const users = await User.query(db).orderBy('created_at');
  if (users.length === 0) return 'There are no accounts.';
  return textTable(
    users.map((user) => [
      user.email,
      user.username,
      user.createdAt.toISOString(),
      user.passwordHash === null ? 'provider sign-in only' : 'password',
    ]),
  );
});
