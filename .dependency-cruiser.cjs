/**
 * The module boundaries of ARCHITECTURE.md. `test/arch` plants a violation of every rule and checks that it is
 * reported: a new rule needs a plant there.
 */

const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const DATABASE = '^node_modules/(pg|knex|objection|pg-boss)/';
const NETWORK = '^node_modules/(koa|@koa|koa-body|aedes|mqtt|ws|undici|openid-client|@aws-sdk)/';
const NETWORK_CORE = '^(node:)?(net|http|https|http2|tls|dgram|dns)(/|$)';

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The modules that each module may call. One without an entry may call none, so a new folder is guarded at once. */
const calls = {
  billing: ['identity'],
  display: ['identity', 'billing'],
  library: ['identity', 'billing', 'display'],
  mcp: ['display', 'library'],
  portal: ['identity'],
  homeassistant: ['display', 'library'],
  webhooks: ['identity', 'display'],
};
const modules = readdirSync(join(__dirname, 'modules'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ module: name, peers: calls[name] ?? [] }));

/** Tests that say why they import a file of a module behind its index.ts. */
const behindIndex = readdirSync(join(__dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .filter((name) => /^\/\/ Behind index\.ts: \S/m.test(readFileSync(join(__dirname, 'test', name), 'utf8')))
  .map((name) => `^test/${name.replaceAll('.', '\\.')}$`);

/** What runs on the server. */
const SERVER = '^(modules|gateway|worker|shared|box|knexfile\\.ts)';

/** By their paths: in client/, which has a package.json of its own, every package of the server is an undeclared one. */
const DEVELOPMENT = Object.keys(require('./package.json').devDependencies)
  .filter((name) => !name.startsWith('@types/'))
  .map((name) => `^node_modules/${name}/`);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...modules.map(({ module, peers }) =>
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
      'Code outside of a module calls it through its index.ts.',
      { path: '^(modules/[^/]+\\.ts$|gateway/|worker/|box/)' },
      { path: '^modules/[^/]+/', pathNot: '^modules/[^/]+/index\\.ts$' },
    ),
    forbid(
      'tests-through-index',
      'Tests go through the public surface of a module. One that does not says why: `// Behind index.ts: ...`.',
      { path: '^test/', pathNot: behindIndex },
      { path: '^modules/[^/]+/', pathNot: '^modules/[^/]+/index\\.ts$' },
    ),
    forbid(
      'modules-are-wired-not-wiring',
      'A module knows neither compose.ts nor the process that serves it, nor the gateway.',
      { path: '^modules/[^/]+/', pathNot: '^modules/[^/]+/commands/' },
      { path: '^(modules/[^/]+\\.ts$|gateway/)' },
    ),
    forbid(
      'worker-by-type-only',
      'compose.ts passes imaging and layout to the modules, which may import their types only.',
      { path: '^modules/[^/]+/' },
      { path: '^worker/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'processes-are-handed-modules',
      'compose.ts passes modules to the gateway and the worker, which may import their types only.',
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
      'pure-folders',
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
      'shared/ is used by every part and imports none of them.',
      { path: '^(shared/|knexfile\\.ts)' },
      { path: '^(modules|gateway|worker|box)/' },
    ),
    forbid(
      'box-is-started-not-imported',
      'box/ starts the processes as children. Only operator commands import it, for a database and a terminal.',
      { path: '^(modules|gateway|worker|shared)/', pathNot: '^modules/[^/]+/commands/' },
      { path: '^box/' },
    ),
    forbid(
      'box-starts-processes',
      'box/ starts the processes by the paths of their scripts, and imports none of their code.',
      { path: '^box/' },
      { path: '^(modules|gateway|worker)/' },
    ),
    forbid(
      'client-stands-alone',
      'client/ is a package of its own: it knows the server by its HTTP API alone.',
      { path: '^client/' },
      { path: [SERVER, '^(test|bench|portal)/'] },
    ),
    forbid(
      'portal-uses-the-client',
      'portal/ runs in browsers: it knows the server through client/ alone, and brings nothing but what draws the page.',
      { path: '^portal/', pathNot: '^portal/build/' },
      { pathNot: ['^portal/(?!build/)', '^client/', '^node_modules/(preact|preact-iso|@preact/signals)/'] },
    ),
    forbid(
      'portal-is-served-not-imported',
      'The api serves what portal/build makes of the portal, and imports none of its code.',
      { path: SERVER },
      { path: '^portal/' },
    ),
    forbid(
      'http-in-one-place',
      'Koa is used in shared/http and in the api process only; use cases know no HTTP.',
      {
        path: '^(modules|gateway|worker|shared)/',
        pathNot: '^(shared/(http/|metrics\\.ts)|modules/[^/]+\\.ts$)',
      },
      { path: '^node_modules/(koa|@koa|@types/koa|koa-body)/' },
    ),
    forbid(
      's3-when-used',
      'The S3 client is large: shared/storage/open.ts loads it when STORAGE_URL names a bucket.',
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
      'The product does not depend on tests.',
      { path: [SERVER, '^client/'] },
      { path: '^test/' },
    ),
    forbid(
      'development-packages-stay-outside',
      'The product, and what builds the portal and the client at a start, do not depend on packages that only development installs.',
      { path: [SERVER, '^client/', '^portal/'] },
      { path: DEVELOPMENT, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'declared-packages',
      'Every package is in the package.json of its part. client/build runs with the packages of the server.',
      { pathNot: '^client/build/' },
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      },
    ),
    forbid(
      'imports-exist',
      'Every import leads to a file. Benchmarks install the programs that they compare with.',
      { pathNot: '^bench/' },
      { couldNotResolve: true },
    ),
    forbid(
      'no-cycles',
      'No import cycles. Types do not exist at run time, and a dynamic import runs after both files are loaded.',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] },
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
