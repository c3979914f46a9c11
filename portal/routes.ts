import type { ComponentType } from 'preact';

export interface Screen {
  /** As on the server: `/displays/:id`. */
  path: string;
  load: () => Promise<{ default: ComponentType<never> }>;
  /** Shown without a session. */
  isOpen?: boolean;
}

/** All screens. Each is a script of its own that is loaded on first use. */
export const screens: Screen[] = [
  { path: '/', load: () => import('./screens/walls/walls.tsx') },
  { path: '/sign-in', load: () => import('./screens/sign-in/sign-in.tsx'), isOpen: true },
  { path: '/register', load: () => import('./screens/register/register.tsx'), isOpen: true },
  { path: '/reset', load: () => import('./screens/reset/reset.tsx'), isOpen: true },
  { path: '/displays/:id', load: () => import('./screens/display/display.tsx') },
  { path: '/claim', load: () => import('./screens/claim/claim.tsx') },
  { path: '/compose', load: () => import('./screens/compose/compose.tsx') },
  { path: '/library', load: () => import('./screens/library/library.tsx') },
  { path: '/library/:id', load: () => import('./screens/library/content.tsx') },
  { path: '/settings', load: () => import('./screens/settings/settings.tsx') },
  { path: '/settings/:section', load: () => import('./screens/settings/settings.tsx') },
  { path: '/share', load: () => import('./screens/share/share.tsx') },
];
