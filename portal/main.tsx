import { render } from 'preact';
import { App } from './app.tsx';
import { registerWorker } from './register-worker.ts';
import { startPortal } from './start-portal.ts';

// The links of the page are relative to its first address, and browsers resolve icons again when the address changes.
for (const link of document.querySelectorAll<HTMLLinkElement>('head > link'))
  link.setAttribute('href', link.href);
registerWorker();
startPortal();
render(<App />, document.getElementById('app') as HTMLElement);
