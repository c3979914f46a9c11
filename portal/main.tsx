import { render } from 'preact';
import { App } from './app.tsx';
import { begin } from './begin.ts';
import { registerWorker } from './register-worker.ts';

// The links of the page lead from where it was opened, and a browser looks icons up again when the address has changed.
for (const link of document.querySelectorAll<HTMLLinkElement>('head > link'))
  link.setAttribute('href', link.href);
registerWorker();
begin();
render(<App />, document.getElementById('app') as HTMLElement);
