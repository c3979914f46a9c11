import { writeAccountFiles } from '#gateway/external/mosquitto/write-files.ts';
import { StartError } from '#shared/process.ts';
import { runOperatorCommand } from '../../../box/operator-command.ts';
import { listAccounts } from '../brokers/list-accounts.ts';

await runOperatorCommand(async ({ config, db }) => {
  const folder = config.MQTT_BROKER_FILES;
  if (!folder) throw new StartError('MQTT_BROKER_FILES must name the folder for the files.');
  const accounts = await listAccounts(db);
  await writeAccountFiles(folder, config, accounts);
  return `Mosquitto's files for ${accounts.length} panels are in ${folder}; docs/external-broker.md explains how to use them.`;
});
