import type { Scene } from '../imaging/scene.ts';
import { qrModules } from './qr-modules.ts';
import { systemPage } from './system-page.ts';

export interface ClaimPage {
  /** Six characters. */
  code: string;
  /** What the QR code opens. */
  claimUrl: string;
  brand: string;
}

/** The page of an unclaimed panel, 800x480: the code in large type, and the same as a QR code. */
export function claimPage({ code, claimUrl, brand }: ClaimPage): Scene {
  const qr = qrModules(claimUrl, { right: 752, top: 264, room: 176 });
  const textWidth = 752 - qr.side - 40 - 48;
  return systemPage([
    {
      id: 'band',
      type: 'shape',
      frame: { x: 0, y: 0, width: 800, height: 224 },
      properties: { shape: 'rect', fill: '#000000' },
    },
    {
      id: 'code',
      type: 'text',
      frame: { x: 24, y: 16, width: 752, height: 192 },
      properties: {
        text: code,
        size: 148,
        minSize: 48,
        weight: 700,
        color: '#ffffff',
        align: 'center',
        verticalAlign: 'middle',
        lineHeight: 1.2,
        letterSpacing: 26,
        maxLines: 1,
        direction: 'ltr',
      },
    },
    {
      id: 'brand',
      type: 'text',
      frame: { x: 48, y: 256, width: textWidth, height: 32 },
      properties: { text: brand, size: 22, weight: 700, lineHeight: 1.3, maxLines: 1 },
    },
    {
      id: 'instruction',
      type: 'text',
      frame: { x: 48, y: 308, width: textWidth, height: 90 },
      properties: {
        text: 'Scan to claim this panel',
        size: 36,
        minSize: 20,
        weight: 600,
        lineHeight: 1.25,
        maxLines: 2,
        verticalAlign: 'bottom',
      },
    },
    {
      id: 'address',
      type: 'text',
      frame: { x: 48, y: 408, width: textWidth, height: 32 },
      properties: {
        text: `or enter the code at ${readableAddress(claimUrl)}`,
        size: 20,
        minSize: 13,
        lineHeight: 1.3,
        maxLines: 1,
      },
    },
    ...qr.elements,
  ]);
}

/** The address as a person types it: no scheme, no query. */
function readableAddress(claimUrl: string): string {
  const { host, pathname } = new URL(claimUrl);
  return `${host}${pathname.replace(/\/$/, '')}`;
}
