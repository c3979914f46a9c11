import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { joinCluster } from '#test/support/cluster/join.ts';
import { benchAnalyses } from './analyses.ts';
import { benchAtRest } from './at-rest.ts';
import { benchAttacks } from './attacks.ts';
import { benchBackup } from './backup.ts';
import { benchBilling } from './billing.ts';
import { benchWebhooks } from './billing-webhooks.ts';
import { benchClient } from './client.ts';
import { benchDelivery } from './delivery.ts';
import { type Figure, table } from './figure.ts';
import { benchGateway } from './gateway.ts';
import { benchIdentity } from './identity.ts';
import { benchImaging } from './imaging.ts';
import { benchLibrary } from './library.ts';
import { benchOcr } from './ocr.ts';
import { benchPortal } from './portal.ts';
import { benchPush } from './push.ts';
import { benchTrmnl } from './trmnl.ts';
import { benchUnits } from './units.ts';
import { benchWake } from './wake.ts';

/** `make bench`: measures one part after the other, prints each, and writes all to bench/results.md. */
type Plain = { name: string; value: number; unit: string; goal: number | null };

const PARTS: Record<string, () => Promise<Figure[]>> = {
  'Imaging, beside Pillow, ImageMagick and others': benchImaging,
  'Text recognised by OCR, beside dithering everything': benchOcr,
  'Push to panel': benchDelivery,
  'Push with one request': benchPush,
  Analyses: benchAnalyses,
  'Gateway, beside mosquitto': benchGateway,
  "Panels with TRMNL's firmware": benchTrmnl,
  'Planned wakes of sleeping panels, simulated': benchWake,
  'Authentication, beside a bare Koa route': async () => (await benchIdentity()).map(plain),
  'Lists and search of contents': async () => (await benchLibrary()).map(plain),
  'Attacks by one client': benchAttacks,
  'At rest, five minutes': () => benchAtRest(),
  'Units of cost, for docs/operations/scale.md': benchUnits,
  'Backup, beside pg_dump, tar and rsync': () => benchBackup(),
  'Client and command line': benchClient,
  'Portal in a browser': benchPortal,
  'Plans and payment': async () => [...(await benchBilling()), ...(await benchWebhooks())],
};

const cluster = await joinCluster();
const sections: string[] = [`# Results\n\n${machine()}\n`];
try {
  for (const [title, run] of Object.entries(PARTS)) {
    const section = `## ${title}\n\n${table(await run())}\n`;
    console.log(`\n${section}`);
    sections.push(section);
  }
} finally {
  await cluster.leave();
}
await writeFile(join(import.meta.dirname, 'results.md'), sections.join('\n'));

function plain({ name, value, unit, goal }: Plain): Figure {
  return { name, ours: value, theirs: null, unit, goal, atLeast: unit === 'ratio' };
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${model}), ${memory} GiB, ${type()}, Node ${process.versions.node}. Ratios are of figures from the same run; single figures differ from machine to machine.`;
}
