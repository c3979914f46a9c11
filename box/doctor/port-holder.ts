import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';

const CONNECT_LIMIT_MS = 10_000;
/** State of a listening socket in /proc/net/tcp. */
const LISTEN = '0A';

/** Whether a program accepts connections at this address. */
export function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(CONNECT_LIMIT_MS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** The program that listens on a port of this machine; null where this user may not see it. Linux only. */
export function portHolder(port: number): { pid: number; command: string } | null {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listeningInodes(file, port)));
  if (inodes.size === 0) return null;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (holdsSocket(pid, inodes)) return { pid: Number(pid), command: commandOf(pid) };
  return null;
}

/** Columns of proc(5): local address and port in hexadecimal, state, …, inode. */
function listeningInodes(file: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return read(file)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTEN)
    .map((columns) => columns[9] as string);
}

function holdsSocket(pid: string, inodes: Set<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode !== undefined && inodes.has(inode);
    });
  } catch {
    return false; // another user's, or it has ended
  }
}

function commandOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean).join(' ').slice(0, 100);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
