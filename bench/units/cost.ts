/** The cost of one operation for an installation. */
export interface Cost {
  /** Processor time, in ms. */
  gatewayMs: number;
  apiMs: number;
  workerMs: number;
  postgresMs: number;
  /** Statements of Postgres, BEGIN and COMMIT included. */
  statements: number;
  /** Notifications of Postgres (NOTIFY), those of the job queue included. */
  notifications: number;
  walBytes: number;
  /** The growth of the object store. */
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

/** The units that `bench/units.ts` measures and `bench/scale.ts` computes with. */
export interface Units {
  /** Date and machine of the measurement. */
  measured: string;
  /** A heartbeat of a connected panel, including the vacuum that it causes. */
  heartbeat: Cost;
  /** A minute of a connected and silent panel, which the gateway reconciles once in that time. */
  minute: Cost;
  /** A wake of a sleeping panel without a new picture: connect, subscribe, heartbeat, disconnect. */
  wake: Cost;
  /** A text by `/push`: accepted, planned, drawn, queued. */
  text: Cost;
  /** A photograph of 12 megapixels by `/push`. */
  photograph: Cost;
  /**
   * The growth of tables and indexes by a push, without free space. Jobs and other rows that are deleted within days
   * are not counted.
   */
  pushRowBytes: number;
  /** The raw frames of a push, which are deleted when the picture is old. */
  rawFrameBytes: number;
  /** The additional cost of a wake with a new picture: command, frame, confirm. */
  delivery: Cost;
  /** WAL that is written in addition for the first change of a panel after a checkpoint: whole pages. */
  fullPageBytes: number;
  /** Rows of a panel without any picture. */
  panelRowBytes: number;
  /** One entry in the history of a panel. */
  logEntryBytes: number;
  /** Memory of a connection in the gateway. */
  connectionBytes: number;
  /** Commits with a notification that Postgres can make per second, 10 at once. */
  notifiesPerSecond: number;
}
