import { spawnSync } from 'node:child_process';
import test from 'ava';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

(hasPromtool ? test : test.skip)('Prometheus reads the alert rules', (t) => {
  const rules = new URL('../../docs/operations/alerts.yml', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' });
  t.is(status, 0, stderr);
  t.regex(stdout, /SUCCESS: [1-9]\d* rules found/);
});
