import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED_RESTORE } from '../../backup/unfinished-restore.ts';
import { hasDatabase } from '../../postgres-folder.ts';
import { MIN_SECRET_LENGTH } from '../../secret.ts';
import { type Check, failure, ok, skipped, warning } from '../check.ts';
import type { Probes } from '../probes.ts';

const OTHER_USERS = 0o077;

const factsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Root may use files of other users. */
const isForeign = (facts: Stats, { machine: { uid } }: Probes) =>
  uid !== null && uid !== 0 && facts.uid !== uid;

const dataFolderCheck: Check = {
  name: 'data-folder',
  means: 'DATA_DIR belongs to the user who runs Placard, who alone may enter it.',
  run(probes) {
    const { DATA_DIR } = probes.config;
    const facts = factsOf(DATA_DIR);
    if (!facts) return skipped(`There is no ${DATA_DIR} yet: the first start makes it.`);
    if (!facts.isDirectory() && !facts.isSymbolicLink())
      return failure(`${DATA_DIR} is no folder.`, 'Set DATA_DIR to a folder, or move that file away.');
    if (isForeign(facts, probes))
      return failure(
        `${DATA_DIR} belongs to another user (id ${facts.uid}).`,
        `Run \`make doctor\` as the user who runs Placard, or give it to this one: \`chown -R ${probes.machine.uid} ${DATA_DIR}\`.`,
      );
    if (!facts.isSymbolicLink() && (facts.mode & OTHER_USERS) !== 0)
      return warning(`${DATA_DIR} can be entered by other users.`, `Run \`chmod 700 ${DATA_DIR}\`.`);
    return ok(`${DATA_DIR} is private.`);
  },
};

const secretCheck: Check = {
  name: 'secret',
  means: 'The secret is there, whole, and readable by its owner alone.',
  run(probes) {
    const { environment, config } = probes;
    if (environment.PLACARD_SECRET) return ok('The secret is that of PLACARD_SECRET.');
    const file = join(config.DATA_DIR, 'secret');
    const facts = factsOf(file);
    if (!facts) {
      if (!hasDatabase(config.DATA_DIR)) return skipped('There is no secret yet: the first start makes one.');
      return failure(
        `${file} is missing, and what the database beside it holds is encrypted with it.`,
        'Put the original back, from a backup (`snapshots/…/secret`).',
      );
    }
    if (isForeign(facts, probes))
      return failure(
        `${file} belongs to another user (id ${facts.uid}).`,
        `Run \`chown ${probes.machine.uid} ${file}\`.`,
      );
    if (readFileSync(file, 'utf8').trim().length < MIN_SECRET_LENGTH)
      return failure(
        `${file} is damaged: it is too short.`,
        'Put the original back, from a backup (`snapshots/…/secret`).',
      );
    if ((facts.mode & OTHER_USERS) !== 0)
      return failure(
        `${file} can be read by other users.`,
        `Run \`chmod 600 ${file}\`; if others have read it, restore into a new installation.`,
      );
    return ok('The secret is private.');
  },
};

const envFileCheck: Check = {
  name: 'env-file',
  means: '`.env` can be read by its owner alone where it holds secrets.',
  run({ folder }) {
    const file = join(folder, '.env');
    const facts = factsOf(file);
    if (!facts) return skipped('There is no .env.');
    const holdsSecrets = /^\s*(export\s+)?\w*(SECRET|PASSWORD|_KEY|DATABASE_URL|TOKEN)\w*\s*=/m.test(
      readFileSync(file, 'utf8'),
    );
    if (!holdsSecrets || (facts.mode & 0o044) === 0) return ok('.env gives nothing away.');
    return warning(`${file} holds secrets and can be read by other users.`, `Run \`chmod 600 ${file}\`.`);
  },
};

const settingsCheck: Check = {
  name: 'settings',
  means: 'Every setting has a value that Placard can start with.',
  run({ mistakes }) {
    if (mistakes.length === 0) return ok('The settings are valid.');
    return failure(
      mistakes.join(' '),
      'Correct them in `.env` or in the environment: docs/settings.md describes each.',
    );
  },
};

const restoreCheck: Check = {
  name: 'unfinished-restore',
  means: 'No restore into DATA_DIR was ended half way.',
  run({ config: { DATA_DIR } }) {
    if (!existsSync(join(DATA_DIR, UNFINISHED_RESTORE))) return ok('No restore is unfinished.');
    return failure(
      `A restore into ${DATA_DIR} was ended half way: Placard does not start.`,
      'Run `make restore` again, which begins anew.',
    );
  },
};

export const dataFolderChecks = [dataFolderCheck, secretCheck, envFileCheck, settingsCheck, restoreCheck];
