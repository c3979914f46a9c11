import { execFileSync } from 'node:child_process';

/** Installs a program to compare with from Debian's packages. @returns whether that could be done: it takes root and apt */
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
