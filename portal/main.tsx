import { render } from 'preact';
import { App } from './app.tsx';
import { begin } from './begin.ts';

begin();
render(<App />, document.getElementById('app') as HTMLElement);
