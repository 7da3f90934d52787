import { patience } from './patience.ts'

const limit = (ms: number): string => String(Math.round(patience(ms)))

/** The product's own limits of time, as this machine needs them: what is in time on a quiet one is in time here. */
export const STRETCHED = {
  DAYMARK_RPC_TIMEOUT_MS: limit(5000),
  // less than the others: tests of what never comes wait it out
  DAYMARK_COPY_WAIT_MS: String(Math.min(6000, patience(2000))),
  DAYMARK_GATEWAY_PATIENCE_MS: limit(500),
  DAYMARK_DATABASE_STATEMENT_MS: limit(30_000),
  DAYMARK_DATABASE_LOCK_MS: limit(10_000),
  DAYMARK_DATABASE_IDLE_TRANSACTION_MS: limit(60_000),
}
