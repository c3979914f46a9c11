/** What one thing that happens takes of an installation. */
export interface Cost {
  /** Processor time, in ms. */
  gatewayMs: number;
  apiMs: number;
  workerMs: number;
  postgresMs: number;
  /** Of Postgres, BEGIN and COMMIT included. */
  statements: number;
  /** Of Postgres (NOTIFY), those of the job queue included. */
  notifications: number;
  walBytes: number;
  /** What the object store grows by. */
  objectBytes: number;
}

export function mapCost(map: (name: keyof Cost) => number): Cost {
  return {
    gatewayMs: map('gatewayMs'),
    apiMs: map('apiMs'),
    workerMs: map('workerMs'),
    postgresMs: map('postgresMs'),
    statements: map('statements'),
    notifications: map('notifications'),
    walBytes: map('walBytes'),
    objectBytes: map('objectBytes'),
  };
}

/** What `bench/units.ts` measures, and `bench/scale.ts` computes with. */
export interface Units {
  /** When and on what. */
  measured: string;
  /** Of a panel that is connected; with the vacuum that it leads to. */
  heartbeat: Cost;
  /** Of a panel that is connected and silent: a minute, in which the gateway reconciles it once. */
  minute: Cost;
  /** Of a panel that sleeps: connect, subscribe, heartbeat, disconnect, with nothing new to show. */
  wake: Cost;
  /** A text by `/push`: accepted, planned, drawn, queued. */
  text: Cost;
  /** A photograph of 12 megapixels by `/push`. */
  photograph: Cost;
  /** What tables and indexes grow by for a push, compact. Jobs and the like, which go within days, are not counted. */
  pushRowBytes: number;
  /** Of the objects of a push: frames that go when the picture is old. */
  rawFrameBytes: number;
  /** What a wake takes more when there is a picture: command, frame, confirm. */
  delivery: Cost;
  /** WAL that the first change of a panel after a checkpoint takes more: whole pages. */
  fullPageBytes: number;
  /** Of the rows of a panel without any picture. */
  panelRowBytes: number;
  /** Of the history of a panel, each. */
  logEntryBytes: number;
  /** Memory of a connection in the gateway. */
  connectionBytes: number;
  /** Commits with a notification that Postgres takes a second, 10 at once. */
  notifiesPerSecond: number;
}
