/** Files that break one rule each: the rule, the file, its text. The test fails for a rule without a plant. */
export const violations: { rule: string; path: string; text: string }[] = [
  plant('identity-calls-down-only', 'modules/identity/planted.ts', `import '#modules/billing';`),
  plant(
    'identity-calls-down-only',
    'modules/identity/planted-type.ts',
    `import type {} from '#modules/library';`,
  ),
  plant('billing-calls-down-only', 'modules/billing/planted.ts', `import '#modules/display';`),
  plant(
    'billing-calls-down-only',
    'modules/billing/planted-type.ts',
    `import type {} from '#modules/library';`,
  ),
  plant('peers-through-index', 'modules/billing/planted-peer.ts', `import '../identity/routes.ts';`),
  plant('worker-by-type-only', 'modules/billing/planted-pixels.ts', `import '#worker/imaging/dither.ts';`),
  plant('http-in-one-place', 'modules/billing/planted-koa.ts', `import Koa from 'koa'; new Koa();`),
  plant('modules-are-wired-not-wiring', 'modules/billing/planted-up.ts', `import '../compose.ts';`),
  // A module that the rules do not name.
  plant('fifth-calls-down-only', 'modules/fifth/planted.ts', `import '#modules/identity';`),
  plant('peers-through-index', 'modules/fifth/planted-peer.ts', `import '../display/ports.ts';`),
  plant('display-calls-down-only', 'modules/display/planted.ts', `import '#modules/library';`),
  plant('library-calls-down-only', 'modules/library/planted.ts', `import '#modules/fifth';`),
  plant('mcp-calls-down-only', 'modules/mcp/planted.ts', `import '#modules/identity';`),
  plant('mcp-sdk-when-used', 'modules/mcp/planted-sdk.ts', `import '@modelcontextprotocol/sdk/types.js';`),
  plant('peers-through-index', 'modules/library/planted-peer.ts', `import '../identity/routes.ts';`),
  plant(
    'peers-through-index',
    'modules/display/planted-peer.ts',
    `import type {} from '../identity/routes.ts';`,
  ),
  plant('outside-through-index', 'modules/planted-root.ts', `import './identity/routes.ts';`),
  plant(
    'outside-through-index',
    'gateway/planted-inside.ts',
    `import type {} from '../modules/display/ports.ts';`,
  ),
  plant(
    'modules-are-wired-not-wiring',
    'modules/library/planted-up.ts',
    `import type {} from '../compose.ts';`,
  ),
  plant('modules-are-wired-not-wiring', 'modules/display/planted-up.ts', `import '#gateway/start.ts';`),
  plant('worker-by-type-only', 'modules/display/planted-pixels.ts', `import '#worker/imaging/pool.ts';`),
  plant('processes-are-handed-modules', 'gateway/planted.ts', `import '#modules/display';`),
  plant('processes-are-handed-modules', 'worker/planted.ts', `import '#modules/library';`),
  plant('only-entries-compose', 'gateway/planted-compose.ts', `import '../modules/compose.ts';`),
  plant('processes-know-not-each-other', 'worker/planted-peer.ts', `import '#gateway/start.ts';`),
  plant('processes-know-not-each-other', 'gateway/planted-peer.ts', `import '#worker/imaging/dither.ts';`),
  plant('pure-rooms', 'worker/imaging/planted.ts', `import '#shared/db/open.ts';`),
  plant('pure-rooms', 'worker/imaging/planted-config.ts', `import '#shared/config.ts';`),
  plant('pure-rooms', 'worker/layout/planted.ts', `import 'pg';`),
  plant('pure-rooms', 'worker/layout/planted-net.ts', `import 'node:http';`),
  plant('pure-rooms', 'worker/extract/planted.ts', `import 'undici';`),
  plant('pure-rooms', 'worker/extract/planted-module.ts', `import type {} from '#modules/display';`),
  plant('canvas-without-machine-fonts', 'worker/layout/planted-canvas.ts', `import '@napi-rs/canvas';`),
  plant('shared-knows-no-module', 'shared/db/planted.ts', `import type {} from '#modules/billing';`),
  plant('shared-knows-no-module', 'shared/planted.ts', `import '#worker/imaging/dither.ts';`),
  plant('shared-knows-no-module', 'shared/http/planted.ts', `import '#box/secret.ts';`),
  plant('only-entries-compose', 'shared/planted-compose.ts', `import '../modules/compose.ts';`),
  plant('box-is-started-not-imported', 'modules/billing/planted-box.ts', `import '#box/secret.ts';`),
  plant('box-is-started-not-imported', 'gateway/planted-box.ts', `import type {} from '#box/postgres.ts';`),
  plant('box-starts-processes', 'box/planted.ts', `import '#modules/billing';`),
  plant('box-starts-processes', 'box/planted-gateway.ts', `import '#gateway/start.ts';`),
  plant('outside-through-index', 'box/planted-inside.ts', `import '../modules/identity/routes.ts';`),
  plant('client-stands-alone', 'client/planted.ts', `import type {} from '../modules/display/index.ts';`),
  plant('client-stands-alone', 'client/cli/planted.ts', `import '../../shared/ids.ts';`),
  plant('portal-uses-the-client', 'portal/planted.ts', `import '../shared/errors.ts';`),
  plant(
    'portal-uses-the-client',
    'portal/planted-module.ts',
    `import type {} from '../modules/library/index.ts';`,
  ),
  plant('http-in-one-place', 'modules/library/planted-koa.ts', `import Koa from 'koa'; new Koa();`),
  plant('http-in-one-place', 'gateway/planted-koa.ts', `import type {} from 'koa';`),
  plant('s3-when-used', 'shared/storage/planted.ts', `import '@aws-sdk/client-s3';`),
  plant('s3-when-used', 'modules/planted-s3.ts', `import '#shared/storage/s3-store.ts';`),
  plant('tests-stay-outside', 'shared/planted-test.ts', `import '#test/support/secret.ts';`),
  plant('tests-stay-outside', 'box/planted-test.ts', `import '#test/support/secret.ts';`),
  plant('development-packages-stay-outside', 'worker/planted-dev.ts', `import 'ava';`),
  plant('declared-packages', 'client/planted-package.ts', `import 'zod';`),
  plant('declared-packages', 'shared/planted-package.ts', `import 'raw-body';`),
  plant('imports-exist', 'gateway/planted-nowhere.ts', `import './nowhere.ts';`),
  plant('no-cycles', 'shared/planted-a.ts', `import { b } from './planted-b.ts'; export const a = () => b;`),
];

/** Files that the plants above import. */
export const scenery: Record<string, string> = {
  'modules/fifth/index.ts': 'export const fifth = 5;',
  'shared/planted-b.ts': `import { a } from './planted-a.ts'; export const b = () => a;`,
};

/** Files that nearly break a rule, and break none. */
export const innocent: Record<string, string> = {
  'modules/library/innocent.ts': `import '#modules/display'; import '#modules/identity'; import '#shared/ids.ts';`,
  'modules/display/innocent.ts': `import type {} from '#worker/imaging/pool.ts'; import '#modules/billing';`,
  'modules/billing/innocent.ts': `import '#modules/identity';`,
  'modules/display/commands/innocent.ts': `import '#box/text-table.ts';`,
  'box/innocent.ts': `import '#shared/config.ts'; import './secret.ts';`,
  'client/innocent.ts': `import './error.ts'; import 'node:fs';`,
  'portal/innocent.ts': `import '../client/error.ts';`,
  'gateway/innocent.ts': `import type {} from '#modules/display'; import '#shared/ids.ts';`,
  'worker/innocent.ts': `import './imaging/dither.ts'; import '#shared/ids.ts';`,
  'worker/layout/innocent.ts': `import '../imaging/dither.ts'; import 'node:fs';`,
  'shared/storage/innocent.ts': `await import('./s3-store.ts');`,
  'bench/innocent.ts': `import '#shared/ids.ts';`,
  'test/innocent.ts': `import '#shared/ids.ts'; import 'ava';`,
};

function plant(rule: string, path: string, text: string) {
  return { rule, path, text };
}
