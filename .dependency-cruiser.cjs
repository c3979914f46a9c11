/**
 * The walls of the house (ARCHITECTURE.md). `test/arch` plants a violation of every rule and sees it caught: a new
 * rule needs its plant there.
 */

const DATABASE = '^node_modules/(pg|knex|objection|pg-boss)/';
const NETWORK = '^node_modules/(koa|@koa|koa-body|aedes|mqtt|ws|undici|openid-client|@aws-sdk)/';
const NETWORK_CORE = '^(node:)?(net|http|https|http2|tls|dgram|dns)(/|$)';

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Which peers a module may call. */
const calls = { identity: [], billing: ['identity'], display: ['identity', 'billing'] };
calls.library = ['identity', 'billing', 'display'];
calls.mcp = ['display', 'library'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(calls).map(([module, peers]) =>
      forbid(
        `${module}-calls-down-only`,
        `${module} may call ${peers.join(', ') || 'no module'}. What it needs from others is a port that compose.ts fills.`,
        { path: `^modules/${module}/` },
        { path: '^modules/[^/]+/', pathNot: [module, ...peers].map((peer) => `^modules/${peer}/`) },
      ),
    ),
    forbid(
      'peers-through-index',
      'A module is called through its index.ts only.',
      { path: '^modules/([^/]+)/' },
      { path: '^modules/[^/]+/', pathNot: ['^modules/$1/', '^modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'outside-through-index',
      'Whoever is not in a module calls it through its index.ts.',
      { path: '^(modules/[^/]+\\.ts$|gateway/|worker/|box/)' },
      { path: '^modules/[^/]+/', pathNot: '^modules/[^/]+/index\\.ts$' },
    ),
    forbid(
      'modules-are-wired-not-wiring',
      'A module does not know who wires or serves it, nor the gateway.',
      { path: '^modules/[^/]+/', pathNot: '^modules/[^/]+/commands/' },
      { path: '^(modules/[^/]+\\.ts$|gateway/)' },
    ),
    forbid(
      'worker-by-type-only',
      'Modules are handed pixels and layout by compose.ts; they may know their types.',
      { path: '^modules/[^/]+/' },
      { path: '^worker/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'processes-are-handed-modules',
      'The gateway and the worker use what compose.ts hands them; they may know its types.',
      { path: '^(gateway|worker)/' },
      { path: '^modules/[^/]+/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'only-entries-compose',
      'Only the main.ts of a process calls compose.ts.',
      { path: '^(gateway|worker|shared)/', pathNot: '^(gateway|worker)/main\\.ts$' },
      { path: '^modules/[^/]+\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'processes-know-not-each-other',
      'The gateway and the worker meet in Postgres and in the object store only.',
      { path: '^(gateway|worker)/' },
      { path: '^(gateway|worker)/', pathNot: '^$1/' },
    ),
    forbid(
      'pure-rooms',
      'Imaging, layout and extraction are functions of their input: no database, no network, no module.',
      { path: '^worker/(imaging|layout|extract)/' },
      {
        path: [
          '^(modules|gateway)/',
          '^worker/[^/]+\\.ts$',
          '^shared/(db|http|jobs|storage)/',
          '^box/',
          '^shared/(config|settings|process)\\.ts$',
          DATABASE,
          NETWORK,
          NETWORK_CORE,
        ],
      },
    ),
    forbid(
      'canvas-without-machine-fonts',
      'The canvas is loaded by worker/imaging/canvas.ts, which keeps the fonts of the machine out.',
      { path: '^(modules|gateway|worker|shared)/', pathNot: '^worker/imaging/canvas\\.ts$' },
      { path: '^node_modules/@napi-rs/canvas/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'shared-knows-no-module',
      'shared/ serves everybody and knows nobody.',
      { path: '^(shared/|knexfile\\.ts)' },
      { path: '^(modules|gateway|worker|box)/' },
    ),
    forbid(
      'http-in-one-place',
      'Koa is met in shared/http and in the api process; use cases know no HTTP.',
      {
        path: '^(modules|gateway|worker|shared)/',
        pathNot: '^(shared/(http/|metrics\\.ts)|modules/[^/]+\\.ts$)',
      },
      { path: '^node_modules/(koa|@koa|@types/koa|koa-body)/' },
    ),
    forbid(
      's3-when-used',
      'The S3 client is large and seldom needed: shared/storage/open.ts loads it when STORAGE_URL says so.',
      { pathNot: '^(shared/storage/s3-|test/|bench/)' },
      {
        path: ['^node_modules/@aws-sdk/', '^shared/storage/s3-(store|addresses)\\.ts$'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    forbid(
      'mcp-sdk-when-used',
      'The SDK of the Model Context Protocol is loaded with the first message to /mcp.',
      { pathNot: '^(modules/mcp/handle-message\\.ts$|test/)' },
      {
        path: ['^node_modules/@modelcontextprotocol/', '^modules/mcp/handle-message\\.ts$'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    forbid(
      'tests-stay-outside',
      'What is served does not depend on tests.',
      { path: '^(modules|gateway|worker|shared|box|knexfile\\.ts)' },
      { path: '^test/' },
    ),
    forbid(
      'development-packages-stay-outside',
      'What is served does not depend on packages that only development has.',
      { path: '^(modules|gateway|worker|shared|box|knexfile\\.ts)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    ),
    forbid(
      'declared-packages',
      'Every package is in package.json.',
      {},
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      },
    ),
    forbid(
      'imports-exist',
      'Every import leads to a file; only benchmarks install what they compare with themselves.',
      { pathNot: '^bench/' },
      { couldNotResolve: true },
    ),
    forbid(
      'no-cycles',
      'No file is needed by what it needs; types do not count, they are gone at run time.',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(data|docs)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
