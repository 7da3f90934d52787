import { pollUntil } from '@daymark/testing/outside'
import { Client } from 'pg'
import type { Installation } from '../../support/installation.ts'

/** Holds locks, so that statements come to where they are wanted and no further; then everything dies there and comes back. */
export class HeldUp {
  private readonly place: Installation
  private readonly client: Client
  private constructor(place: Installation, client: Client) {
    this.place = place
    this.client = client
  }

  static async in(place: Installation): Promise<HeldUp> {
    const client = new Client({ connectionString: place.settings['DAYMARK_DATABASE_URL'] })
    await client.connect()
    return new HeldUp(place, client)
  }
  end(): Promise<void> {
    return this.client.end()
  }

  async holding(sql: string, params: unknown[] = []): Promise<unknown[]> {
    return (await this.client.query(sql, params)).rows
  }

  /** Services with a statement that waits for what is held. */
  async services(): Promise<string[]> {
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

  /** All processes at once, and with them what they had begun; they come back without what held them up. */
  async dieAndComeBack(letGo: string): Promise<void> {
    await Promise.all(this.place.servers.map(server => server.kill9()))
    await this.place.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'daymark-%'`,
    )
    await pollUntil('their transactions are gone with them', async () => (await this.services()).length === 0)
    await this.holding(letGo)
    await Promise.all(this.place.servers.map(server => server.start()))
  }
}
