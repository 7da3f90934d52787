import { pollUntil } from '@daymark/testing/outside'
import { Client } from 'pg'
import type { Installation } from '../../support/installation.ts'

/** Holds locks that block services at a chosen statement, kills all processes there and restarts them. */
export class LockHolder {
  private readonly place: Installation
  private readonly client: Client
  private constructor(place: Installation, client: Client) {
    this.place = place
    this.client = client
  }

  static async in(place: Installation): Promise<LockHolder> {
    const client = new Client({ connectionString: place.settings['DAYMARK_DATABASE_URL'] })
    await client.connect()
    return new LockHolder(place, client)
  }
  end(): Promise<void> {
    return this.client.end()
  }

  async query(sql: string, params: unknown[] = []): Promise<unknown[]> {
    return (await this.client.query(sql, params)).rows
  }

  /** Services with a statement that waits for these locks. */
  async blockedServices(): Promise<string[]> {
    const waiting = await this.place.query<{ service: string }>(
      `SELECT DISTINCT substr(application_name, 9) AS service FROM pg_stat_activity
       WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid)) AND application_name LIKE 'daymark-%'`,
      [(this.client as unknown as { processID: number }).processID],
    )
    return waiting
      .map(({ service }) => service)
      .filter(name => !name.endsWith('-relay'))
      .toSorted()
  }

  /**
   * Kills all processes, ends their transactions and the leases of their jobs, releases the locks with `release` and restarts the
   * processes.
   */
  async killAndRestart(release: string): Promise<void> {
    await Promise.all(this.place.servers.map(server => server.kill()))
    await this.place.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'daymark-%'`,
    )
    await pollUntil('their transactions are ended', async () => (await this.blockedServices()).length === 0)
    await this.query(release)
    await this.place.endLeases()
    await Promise.all(this.place.servers.map(server => server.start()))
  }
}
