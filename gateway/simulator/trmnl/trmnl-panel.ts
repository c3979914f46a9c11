import { systemClock } from '#shared/clock.ts';
import { type Firmware, firmwareOf } from './firmware.ts';
import {
  emptyFlash,
  emptyRtc,
  type Flash,
  fileName,
  PREFIX_LENGTH,
  purge,
  type RtcMemory,
} from './memory.ts';
import { type HttpResult, PowerCutError, request } from './request.ts';

export type WakeReason = 'timer' | 'power' | 'button';

/** The content of the screen. */
export type Screen =
  | { kind: 'empty' | 'logo' }
  | { kind: 'text'; text: string }
  | { kind: 'error'; text: string }
  | { kind: 'picture'; name: string; bytes: Buffer };

export interface TrmnlPanelOptions {
  server: string;
  /** Its MAC address. */
  id: string;
  version?: string;
  model?: string;
  /** A key from a previous server. */
  apiKey?: string;
  battery?: number;
  timeoutMs?: number;
  /** Called before each step of a wake. If it throws a PowerCutError, the wake ends. */
  beforeStep?: (step: Step) => void;
  /** Loses power after this number of bytes of a picture. */
  cutDownloadAfter?: () => number | undefined;
  /** Drawing fails with this reason. */
  failDrawing?: () => string | undefined;
  now?: () => number;
}

export type Step =
  | 'setup'
  | 'enrolled'
  | 'display'
  | 'answered'
  | 'download'
  | 'downloaded'
  | 'stored'
  | 'drawn';

/** The response of /api/display, as the firmware reads it. */
export interface DisplayResponse {
  status: number;
  image_url: string;
  filename: string;
  refresh_rate: number;
  special_function: string;
  action: string;
}

export interface TrmnlPanel {
  readonly options: TrmnlPanelOptions;
  readonly firmware: Firmware;
  readonly flash: Flash;
  screen: Screen;
  /** Number of errors that it has drawn over its picture. */
  readonly errorsPainted: number;
  readonly downloads: number;
  readonly lastResponse: DisplayResponse | null;
  /** Runs one wake and returns the seconds of the sleep after it. @throws {PowerCutError} */
  wake(reason?: WakeReason): Promise<number>;
  log(messages: string[]): Promise<number>;
}

const SENSORS = 'make=Sensirion;model=SCD41;kind=temperature;value=21.5;unit=celsius;created_at=1793491200';
const SETUP_IMAGE_BYTES = 48_062;
const RETRY_SECONDS = [15, 30, 60];
const DEFAULT_SECONDS = 900;

class WakeFailedError extends Error {}

/** Simulates a panel with TRMNL's firmware, as in its sources from 1.5 to 1.8, with flash and screen in memory. */
export function createTrmnlPanel(options: TrmnlPanelOptions): TrmnlPanel {
  const firmware = firmwareOf(options.version ?? '1.8.15');
  const {
    server,
    id,
    model = 'og',
    timeoutMs = 15_000,
    now = () => systemClock.now().getTime() / 1000,
  } = options;
  const flash = emptyFlash();
  let rtc: RtcMemory = emptyRtc();
  let screen: Screen = { kind: 'empty' };
  let errorsPainted = 0;
  let downloads = 0;
  let lastAnswer: DisplayResponse | null = null;
  if (options.apiKey) Object.assign(flash, { apiKey: options.apiKey, friendlyId: 'OLD' });
  const step = (name: Step) => options.beforeStep?.(name);

  async function wake(reason: WakeReason = 'timer'): Promise<number> {
    if (reason === 'power') rtc = emptyRtc();
    if (reason !== 'timer') {
      screen = { kind: 'logo' };
      rtc.displayed = '';
      flash.lastName = '';
    }
    try {
      if (flash.apiKey === null && !(await setUp())) return sleep(DEFAULT_SECONDS);
      await display(reason === 'button' && flash.specialFunction !== 'none');
      flash.attempt = 1;
    } catch (error) {
      if (error instanceof PowerCutError) throw error;
      fail((error as Error).message);
    }
    return flash.sleepSeconds;
  }

  /** Three failures leave the picture. From the fourth on each failure draws an error. */
  function fail(text: string): void {
    const retry = RETRY_SECONDS[flash.attempt - 1];
    flash.attempt += 1;
    sleep(retry ?? DEFAULT_SECONDS);
    if (retry !== undefined) return;
    errorsPainted += 1;
    screen = { kind: 'error', text };
    rtc.displayed = '';
  }

  function sleep(seconds: number): number {
    flash.sleepSeconds = seconds;
    return seconds;
  }

  /** Returns false if the panel has no key: it shows the reason and sleeps. */
  async function setUp(): Promise<boolean> {
    step('setup');
    const headers = {
      ID: id,
      'Content-Type': 'application/json',
      'FW-Version': firmware.version,
      ...(firmware.sendsModelAtSetup && { Model: model }),
    };
    const response = await request(server + firmware.setupPath, { headers, timeoutMs });
    if (response.status !== 200) return false;
    const body = parse(response);
    if (body.status === 404) screen = { kind: 'text', text: String(body.message ?? '') };
    if (body.status !== 200) return body.status !== 404;
    step('enrolled');
    flash.apiKey = String(body.api_key ?? '');
    flash.friendlyId = String(body.friendly_id ?? '');
    const image = await request(String(body.image_url), { headers: {}, timeoutMs });
    if (image.body.length !== SETUP_IMAGE_BYTES)
      throw new WakeFailedError('the setup picture has another size');
    screen = { kind: 'text', text: `${flash.friendlyId} ${body.message}` };
    return true;
  }

  async function display(isPressed: boolean): Promise<void> {
    step('display');
    const response = await request(`${server}/api/display`, {
      headers: displayHeaders(isPressed),
      timeoutMs,
    });
    if (![200, 301, 429].includes(response.status)) throw new WakeFailedError(`answered ${response.status}`);
    lastAnswer = readDisplayResponse(parse(response));
    step('answered');
    if (lastAnswer.status === 500) return void Object.assign(flash, emptyFlash());
    if (lastAnswer.status !== 0) return;
    if (isPressed && lastAnswer.action !== flash.specialFunction) return;
    if (!isPressed) {
      flash.specialFunction = lastAnswer.special_function || 'none';
      sleep(lastAnswer.refresh_rate);
    }
    if (lastAnswer.image_url === '') throw new WakeFailedError('unable to connect');
    const name = fileName(lastAnswer.filename);
    const isKept = firmware.keepsByName ? flash.files.has(name) : flash.lastName === lastAnswer.filename;
    rtc.wasCached = isKept && !isPressed;
    if (!rtc.wasCached) return download(lastAnswer.image_url, name);
    if (!firmware.keepsByName || rtc.displayed === name) return;
    draw(name, flash.files.get(name) as Buffer);
  }

  async function download(url: string, name: string): Promise<void> {
    step('download');
    downloads += 1;
    const headers = { 'Accept-Encoding': 'identity', ID: id, 'Access-Token': flash.apiKey ?? '' };
    const response = await request(url, { headers, timeoutMs, cutAfter: options.cutDownloadAfter?.() });
    if (response.status !== 200 && response.status !== 301)
      throw new WakeFailedError(`answered ${response.status}`);
    const { body, contentType } = response;
    if (body.length === 0) throw new WakeFailedError('no data received');
    if (body.length > firmware.maxImageBytes) throw new WakeFailedError('file size too big');
    step('downloaded');
    const isPng = contentType === 'image/png' && body.toString('latin1', 0, 2) !== 'BM';
    if (!isPng && body.length !== SETUP_IMAGE_BYTES) throw new WakeFailedError('wrong image format');
    if (isPng && firmware.keepsByName) {
      purge(flash.files, firmware.purgesByPrefix ? name.slice(0, PREFIX_LENGTH) : null, now());
      flash.files.set(name, body);
    }
    step('stored');
    // The 25th byte of a PNG is the number of bits per pixel.
    if (isPng && body[24] !== 1 && !firmware.hasGreys) throw new WakeFailedError('wrong image size');
    draw(name, body);
    flash.lastName = lastAnswer?.filename ?? '';
  }

  function draw(name: string, bytes: Buffer): void {
    const failure = options.failDrawing?.();
    if (failure) {
      flash.files.delete(name);
      throw new WakeFailedError(failure);
    }
    screen = { kind: 'picture', name, bytes };
    rtc.displayed = name;
    step('drawn');
  }

  function displayHeaders(isPressed: boolean): Record<string, string> {
    return {
      ID: id,
      'Content-Type': 'application/json',
      'Access-Token': flash.apiKey ?? '',
      'Refresh-Rate': String(flash.sleepSeconds),
      'Battery-Voltage': (options.battery ?? 4.1).toFixed(2),
      'FW-Version': firmware.version,
      RSSI: '-61',
      Width: '800',
      Height: '480',
      ...(firmware.sendsModel && { Model: model }),
      ...(firmware.sendsSource && { 'Update-Source': isPressed ? 'button' : 'timer', SENSORS: SENSORS }),
      ...(firmware.sendsCached && {
        'Image-Cached': String(rtc.wasCached),
        'Battery-Charging': '0',
        'USB-Connected': 'false',
        'Wake-Time': '4200',
      }),
      ...(isPressed && { special_function: 'true' }),
    };
  }

  return {
    options,
    firmware,
    flash,
    get screen() {
      return screen;
    },
    set screen(shown) {
      screen = shown;
    },
    get errorsPainted() {
      return errorsPainted;
    },
    get downloads() {
      return downloads;
    },
    get lastResponse() {
      return lastAnswer;
    },
    wake,
    async log(messages) {
      const headers = { ID: id, 'Access-Token': flash.apiKey ?? '', 'Content-Type': 'application/json' };
      const entries = messages.map((message, at) => ({
        id: at,
        message,
        source_path: 'src/bl.cpp',
        source_line: 1,
      }));
      const shapes = { logs: { logs: entries }, logs_array: { log: { logs_array: entries } } };
      const body = JSON.stringify(shapes[firmware.logShape]);
      return (await request(`${server}/api/log`, { method: 'POST', headers, body, timeoutMs })).status;
    },
  };
}

function parse({ body }: HttpResult): Record<string, unknown> {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new WakeFailedError('the response is not JSON');
  }
}

/** Reads the response like ArduinoJson: missing values are 0 or empty. */
function readDisplayResponse(body: Record<string, unknown>): DisplayResponse {
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '');
  return {
    status: Number(body.status ?? 0),
    image_url: text('image_url'),
    filename: text('filename'),
    refresh_rate: Number(body.refresh_rate ?? 0),
    special_function: text('special_function'),
    action: text('action'),
  };
}
