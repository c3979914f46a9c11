import { runOperatorCommand } from '#shared/box/operator-command.ts';
import { User } from '../models/user.ts';

await runOperatorCommand(async ({ db }) => {
  const users = await User.query(db).orderBy('created_at');
  if (users.length === 0) return 'There are no accounts.';
  const rows = users.map((user) => [
    user.email,
    user.username,
    user.createdAt.toISOString(),
    user.passwordHash === null ? 'provider sign-in only' : 'password',
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
});
