import { runOperatorCommand } from '../../../box/operator-command.ts';
import { rotateSigningKey } from '../sessions/signing-keys.ts';

await runOperatorCommand(async ({ clock, db, keys }) => {
  const kid = await rotateSigningKey(db, keys, clock.now());
  return `New access tokens are signed with key ${kid} within ten seconds. Users stay signed in: older tokens stay valid until they expire.`;
});
