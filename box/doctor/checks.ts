import type { Check } from './check.ts';
import { addressChecks } from './checks/addresses.ts';
import { backupChecks } from './checks/backups.ts';
import { dataFolderChecks } from './checks/data-folder.ts';
import { databaseChecks } from './checks/database.ts';
import { machineChecks } from './checks/machine.ts';
import { objectChecks } from './checks/objects.ts';
import { panelChecks } from './checks/panels.ts';
import { processChecks } from './checks/processes.ts';
import { serviceChecks } from './checks/services.ts';
import { settingsChecks } from './checks/settings.ts';

/** All checks in the order of the report, by area. */
export const areas: Record<string, Check[]> = {
  machine: machineChecks,
  'data folder and settings': [...dataFolderChecks, ...settingsChecks],
  database: databaseChecks,
  'processes and jobs': processChecks,
  addresses: addressChecks,
  panels: panelChecks,
  objects: objectChecks,
  backups: backupChecks,
  services: serviceChecks,
};

export const checks = Object.values(areas).flat();
