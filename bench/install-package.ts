import { execFileSync } from 'node:child_process';

/** Installs a Debian package to compare with. @returns whether it succeeded, which needs root and apt */
export function installPackage(name: string): boolean {
  console.log(`Installing ${name} ...`);
  const options = ['install', '-y', '-qq', '--no-install-recommends', name];
  try {
    execFileSync('apt-get', options, { stdio: 'ignore' });
    return true;
  } catch {
    console.log(`No ${name}, and it cannot be installed here: what compares with it is left out.`);
    return false;
  }
}
