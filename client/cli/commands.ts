import type { CommandEntry } from './command.ts';

/** Every command, in the order of the help. Each is loaded when it is called, so that the start stays short. */
export const COMMANDS: Record<string, CommandEntry> = {
  login: { summary: 'Sign in to a box', load: () => import('./commands/login.ts') },
  logout: { summary: 'Revoke the token that login made', load: () => import('./commands/logout.ts') },
  push: { summary: 'Push texts, links, pictures and files', load: () => import('./commands/push.ts') },
  displays: { summary: 'List your displays', load: () => import('./commands/displays.ts') },
  show: { summary: 'Draw what a display shows', load: () => import('./commands/show.ts') },
  queue: { summary: 'List what waits for a display', load: () => import('./commands/queue.ts') },
  next: { summary: 'Show the next page of the queue now', load: () => import('./commands/next.ts') },
  back: { summary: 'Show the previous page again', load: () => import('./commands/back.ts') },
  claim: { summary: 'Pair a panel by its code', load: () => import('./commands/claim.ts') },
  settings: {
    summary: 'Read and change quiet hours and dwell',
    load: () => import('./commands/settings.ts'),
  },
  library: { summary: 'Search what was pushed', load: () => import('./commands/library.ts') },
  watch: { summary: 'Print what happens, as it happens', load: () => import('./commands/watch.ts') },
  panel: { summary: 'Make this computer a panel', load: () => import('./commands/panel.ts') },
  completion: { summary: 'Print completion for a shell', load: () => import('./commands/completion.ts') },
};
