import type pg from 'pg';

/** How long one statement, one lock wait, and an abandoned transaction may take before Postgres ends them. */
const SESSION_LIMITS =
  '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000';

export function connectionConfig(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    options: SESSION_LIMITS,
    keepAlive: true,
  };
}
