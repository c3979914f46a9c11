import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Where the child's programs are in the project's folder. `make` writes them. */
export const PROGRAMS = 'dist/sandbox';

/** Confinement of the child by the operating system. */
export interface Confinement {
  /** Command that runs the child's command. */
  wrapper: string[];
  /** The project folder as the child sees it. */
  folder: string;
  /** Whether the kernel gives the child no network. */
  network: 'none' | 'closed in JavaScript';
}

/** Where a child of root sees the project, in a mount namespace of its own. Every Linux has it (FHS 3.0, 3.12). */
const STAGE = '/mnt';

/** Mounts the child's code, and nothing else of the project, where every user may read it; then runs the command. */
const STAGE_THEN_RUN = `mount -t tmpfs -o mode=755,size=64k none ${STAGE} && cd ${STAGE} && mkdir -p ${PROGRAMS} node_modules &&
mount --bind "$1/${PROGRAMS}" ${PROGRAMS} && mount --bind "$1/node_modules" node_modules && shift && exec "$@"`;

const noNetwork = { folder: projectFolder, network: 'none' } as const;

/** For root: the child gets its own mount of the project, so that another user can read a project in a folder of root. */
const FOR_ROOT: Confinement[] = [
  {
    wrapper: ['unshare', '-n', '-m', '/bin/sh', '-c', STAGE_THEN_RUN, 'sh', projectFolder.replace(/\/$/, '')],
    folder: `${STAGE}/`,
    network: 'none',
  },
  { ...noNetwork, wrapper: ['unshare', '-n'] },
];
/** For other users: a user namespace that maps no user, in which a process has no rights. */
const FOR_OTHER_USERS: Confinement[] = [{ ...noNetwork, wrapper: ['unshare', '-U', '-n'] }];
const JAVASCRIPT_ONLY: Confinement = {
  wrapper: [],
  folder: projectFolder,
  network: 'closed in JavaScript',
};

let found: Confinement | undefined;

/** The strongest confinement that this machine allows, determined once by trials. */
export function confinement(): Confinement {
  const candidates = process.getuid?.() === 0 ? FOR_ROOT : FOR_OTHER_USERS;
  found ??= candidates.find(isAllowed) ?? JAVASCRIPT_ONLY;
  return found;
}

/** Milliseconds for a trial. Long, so that a slow machine does not lead to a weaker confinement. */
const TRIAL_LIMIT_MS = 60_000;

function isAllowed({ wrapper: [command = '', ...rest] }: Confinement): boolean {
  return spawnSync(command, [...rest, 'true'], { stdio: 'ignore', timeout: TRIAL_LIMIT_MS }).status === 0;
}
