import { execFileSync } from 'node:child_process';

/** Installs Debian packages to compare with. @returns whether it succeeded, which needs root and apt */
export function installPackages(...names: string[]): boolean {
  const list = names.join(', ');
  console.log(`Installing ${list} ...`);
  const options = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  try {
    execFileSync('apt-get', options, { stdio: 'ignore' });
    return true;
  } catch {
    console.log(`${list} cannot be installed here: comparisons that need it are left out.`);
    return false;
  }
}
