import test from 'ava';
import { readFacts } from './read-facts.ts';

/** What builds, clusters, backups, disks and desks for help send. */

test('a build is its state, named by its project and change', (t) => {
  const page = readFacts({
    type: 'workflow-completed',
    workflow: { name: 'build-and-test', status: 'failed', stopped_at: '2026-11-20T09:30:00Z' },
    project: { name: 'shop' },
    pipeline: {
      number: 130,
      vcs: { commit: { subject: 'Draw the map first', author: { name: 'Mia Larsen' } }, branch: 'main' },
    },
  });
  t.like(page, {
    title: 'shop · Draw the map first',
    lead: 'status',
    facts: [
      'status: failed',
      'workflow: build-and-test',
      'branch: main',
      'by: Mia Larsen',
      'run: 130',
      'ended: 2026-11-20T09:30:00Z',
    ],
  });
});

test('pods are rows with their phase and restarts', (t) => {
  const page = readFacts({
    items: [
      {
        kind: 'Pod',
        metadata: { name: 'web-7d9f', namespace: 'shop' },
        status: {
          phase: 'Running',
          startTime: '2026-11-18T08:00:00Z',
          containerStatuses: [{ ready: true, restartCount: 0 }],
        },
      },
      {
        metadata: { name: 'worker-55c8' },
        status: {
          phase: 'Pending',
          startTime: '2026-11-18T08:00:00Z',
          containerStatuses: [{ ready: false, restartCount: 0 }],
        },
      },
      {
        metadata: { name: 'db-0' },
        status: {
          phase: 'Running',
          startTime: '2026-11-18T08:00:00Z',
          containerStatuses: [{ ready: true, restartCount: 3 }],
        },
      },
    ],
  });
  t.like(page, {
    title: 'shop',
    header: ['pod', 'phase', 'ready', 'restarts', 'since'],
    rows: [
      ['web-7d9f', 'running', 'true', '0', '2026-11-18T08:00:00Z'],
      ['worker-55c8', 'pending', 'false', '0', '2026-11-18T08:00:00Z'],
      ['db-0', 'running', 'true', '3', '2026-11-18T08:00:00Z'],
    ],
  });
});

test('monitors that are down come first, in words', (t) => {
  const page = readFacts({
    stat: 'ok',
    monitors: [
      { friendly_name: 'Shop', status: 2, custom_uptime_ratio: '99.98' },
      { friendly_name: 'Blog', status: 9, custom_uptime_ratio: '97.12' },
      { friendly_name: 'Mail', status: 2, custom_uptime_ratio: '100.000' },
    ],
  });
  t.like(page, {
    header: ['monitor', 'status', 'uptime'],
    rows: [
      ['Blog', 'down', '97.12 %'],
      ['Shop', 'up', '99.98 %'],
      ['Mail', 'up', '100.000 %'],
    ],
  });
});

test('a backup is its size, with what was added', (t) => {
  const page = readFacts({
    message_type: 'summary',
    files_new: 12,
    files_changed: 31,
    data_added: 41234567,
    total_files_processed: 81277,
    total_bytes_processed: 412345678901,
    total_duration: 312.4,
  });
  t.like(page, {
    lead: 'backed up',
    facts: [
      'backed up: 384 GB',
      'added: 39 MB',
      'lasted: 5 min 12 s',
      'files: 81277',
      'new files: 12',
      'changed files: 31',
    ],
  });
});

test('a disk is its temperature, and whether it is healthy', (t) => {
  const page = readFacts({
    device: { name: '/dev/sda' },
    model_name: 'WDC WD40EFRX-68N32N0',
    user_capacity: { bytes: 4000787030016 },
    smart_status: { passed: true },
    power_on_time: { hours: 40688 },
    power_cycle_count: 61,
    temperature: { current: 30 },
  });
  t.like(page, {
    title: 'WDC WD40EFRX-68N32N0',
    lead: 'temperature',
    facts: [
      'temperature: 30 °C',
      'healthy: true',
      'disk: /dev/sda',
      'size: 3.6 TB',
      'in use for: 1695 d 8 h',
      'switched on: 61',
    ],
  });
});

test('a ticket is its text, above its state in small letters', (t) => {
  const page = readFacts({
    detail: {
      created_at: '2026-11-20T08:00:00Z',
      description: 'The panel stays white after the update.',
      priority: 'HIGH',
      status: 'OPEN',
      subject: 'White panel',
      tags: ['panel', 'update'],
      type: 'INCIDENT',
    },
    zendesk_event_version: '2022-11-06',
  });
  t.like(page, {
    title: 'White panel',
    facts: [
      'status: open',
      'priority: high',
      'type: incident',
      'tags: panel, update',
      'created: 2026-11-20T08:00:00Z',
    ],
    text: 'The panel stays white after the update.',
  });
});

test('a report of a backup keeps its lines', (t) => {
  const page = readFacts({
    title: 'vzdump backup status (pve): backup failed',
    message:
      'Details\n=======\nVMID Name Status Time Size\n100 web ok 42s 3.1 GiB\n101 db err 2s 0 B\n\nTotal running time: 44s',
    severity: 'error',
    timestamp: 1795000000,
    fields: { type: 'vzdump', hostname: 'pve' },
  });
  t.like(page, {
    title: 'vzdump backup status (pve): backup failed',
    facts: ['severity: error', 'host: pve', 'time: 2026-11-18T11:06:40.000Z'],
    text: 'VMID Name Status Time Size\n100 web ok 42s 3.1 GiB\n101 db err 2s 0 B',
  });
});
