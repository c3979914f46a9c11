import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { voltsOfPercent } from '#shared/cell-voltage.ts';
import { randomText } from '#shared/ids.ts';
import type { SimulatorOptions } from '../options.ts';
import type { Output } from '../run-panel.ts';
import { claimBanner, countFittingColumns, drawPicture } from '../terminal.ts';
import { decodeScreen, readClaimPage } from './decode-screen.ts';
import { createTrmnlPanel, type TrmnlPanel } from './trmnl-panel.ts';

/** The identity and key of a panel, which survive restarts of the simulator. */
interface Stored {
  id: string;
  apiKey: string | null;
  friendlyId: string | null;
}

/** Runs one panel with TRMNL's firmware until `stop` is aborted: it wakes, shows a picture, and sleeps as the server sets. */
export async function runTrmnlPanel(
  options: SimulatorOptions,
  index: number,
  output: Output,
  stop: AbortSignal,
): Promise<void> {
  const { server, out, firmware, faults, battery, cycle } = options;
  const path = join(out, `trmnl-${index + 1}.json`);
  await mkdir(out, { recursive: true });
  const stored = await readStored(path);
  const panel = createTrmnlPanel({
    server,
    id: stored.id,
    version: firmware,
    battery: voltsOfPercent(battery),
    failDrawing: () => faults.fail || undefined,
  });
  Object.assign(panel.flash, { apiKey: stored.apiKey, friendlyId: stored.friendlyId });
  let reason: 'power' | 'timer' = 'power';
  while (!stop.aborted) {
    const seconds = await panel.wake(reason);
    reason = 'timer';
    const { apiKey, friendlyId } = panel.flash;
    await writeFile(path, JSON.stringify({ id: stored.id, apiKey, friendlyId }), { mode: 0o600 });
    await show(panel, options, output);
    const sleep = cycle ? Math.min(cycle.sleep, seconds) : seconds;
    output.print(
      `${stored.id} sleeps for ${sleep} s${sleep < seconds ? `, the server set ${seconds} s` : ''}`,
    );
    await pause(sleep * 1000, undefined, { signal: stop }).catch(() => {});
  }
}

async function readStored(path: string): Promise<Stored> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    const digits = randomText(10, '0123456789ABCDEF');
    return { id: `02:${(digits.match(/../g) ?? []).join(':')}`, apiKey: null, friendlyId: null };
  }
}

const shown = new WeakMap<TrmnlPanel, string>();

async function show(panel: TrmnlPanel, options: SimulatorOptions, output: Output): Promise<void> {
  const { screen } = panel;
  const { id } = panel.options;
  if (screen.kind !== 'picture') {
    const text = 'text' in screen ? screen.text : '';
    return output.print(`${id} (firmware ${panel.firmware.version}) shows ${screen.kind}: ${text}`);
  }
  if (shown.get(panel) === screen.name) return output.print(`${id} still shows ${screen.name}`);
  shown.set(panel, screen.name);
  const isPng = screen.bytes.toString('latin1', 1, 4) === 'PNG';
  const file = join(options.out, `${id.replaceAll(':', '-')}.${isPng ? 'png' : 'bmp'}`);
  await writeFile(file, screen.bytes);
  output.print(`${id} shows ${screen.name} (${screen.bytes.length} bytes): ${file}`);
  const picture = decodeScreen(screen.bytes);
  if (options.draw) output.draw(drawPicture(picture, countFittingColumns(picture, output)));
  const claim = await readClaimPage(picture);
  if (claim)
    output.print(...claimBanner(id, claim.code, claim.url), `or here: make claim CODE=${claim.code}`);
}
