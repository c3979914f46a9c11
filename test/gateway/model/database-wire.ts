import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { listenLocally, stopListening } from './listen.ts';

/** What lies between a gateway and Postgres, and what goes wrong there. */
export interface DatabaseWire {
  /** The database's address through the wire. */
  url: string;
  /** Cuts every connection and refuses new ones until `restore`. */
  cut(): void;
  /** Nothing moves any more, in either direction, until `restore`. */
  freeze(): void;
  /** Cuts the connection that listens for notifications; a new one is let through. */
  cutListener(): void;
  /** The response to the next commit is lost, and its connection with it: the sender cannot know that it is stored. */
  loseNextCommit(): void;
  restore(): void;
  close(): Promise<void>;
}

interface Pipe {
  gateway: Socket;
  postgres: Socket;
  listens: boolean;
}

/** As in `shared/db/notify.ts`; the startup message names it in the clear. */
const LISTENER = 'placard-listener';
/** CommandComplete of a commit. */
const COMMITTED = Buffer.from('COMMIT\0');

export async function createDatabaseWire(databaseUrl: string): Promise<DatabaseWire> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const toPostgres = () => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host));
  const pipes = new Set<Pipe>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let losesCommit = false;

  const server = createServer((gateway) => {
    if (state === 'cut') return void gateway.on('error', () => {}).destroy();
    const postgres = toPostgres();
    const pipe: Pipe = { gateway, postgres, listens: false };
    pipes.add(pipe);
    for (const socket of [gateway, postgres]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      if (state === 'frozen') socket.pause();
    }
    gateway.on('data', (bytes) => {
      pipe.listens ||= bytes.includes(LISTENER);
      postgres.write(bytes);
    });
    postgres.on('data', (bytes) => {
      if (losesCommit && bytes.includes(COMMITTED)) {
        losesCommit = false;
        return end(pipe);
      }
      gateway.write(bytes);
    });
    gateway.on('close', () => end(pipe));
    postgres.on('close', () => end(pipe));
  });

  function end(pipe: Pipe): void {
    pipes.delete(pipe);
    pipe.gateway.destroy();
    pipe.postgres.destroy();
  }

  const wire: DatabaseWire = {
    url: '',
    cut() {
      state = 'cut';
      for (const pipe of pipes) end(pipe);
    },
    freeze() {
      if (state === 'cut') return;
      state = 'frozen';
      for (const { gateway, postgres } of pipes) for (const socket of [gateway, postgres]) socket.pause();
    },
    cutListener() {
      for (const pipe of pipes) if (pipe.listens) end(pipe);
    },
    loseNextCommit() {
      losesCommit = true;
    },
    restore() {
      state = 'open';
      losesCommit = false;
      for (const { gateway, postgres } of pipes) for (const socket of [gateway, postgres]) socket.resume();
    },
    close: () => stopListening(server, wire.cut),
  };
  const address = new URL(databaseUrl);
  if (address.searchParams.has('host')) address.searchParams.set('host', '127.0.0.1');
  else address.hostname = '127.0.0.1';
  address.port = String(await listenLocally(server));
  wire.url = address.href;
  return wire;
}
