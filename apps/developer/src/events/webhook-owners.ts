import { Batcher, Database, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const OWNERS = prepared('SELECT DISTINCT owner_id AS id FROM webhooks WHERE owner_id = ANY($1::uuid[])')
const AT_ONCE = 1000

/**
 * Who has webhooks. Most have none, and each photo of theirs makes several events: these end here, with one look at an index for all
 * that came while the look before was under way. It is never remembered: a webhook counts from the moment it was answered, on every replica.
 */
@Injectable()
export class WebhookOwners {
  private readonly batcher = new Batcher((ids: string[]) => this.ask(ids), AT_ONCE)
  constructor(private readonly db: Database) {}

  has(ownerId: string): Promise<boolean> {
    return this.batcher.add(ownerId)
  }

  private async ask(ids: string[]): Promise<boolean[]> {
    const rows = await this.db.sql<{ id: string }>(OWNERS, [[...new Set(ids)]])
    const owners = new Set(rows.map(({ id }) => id))
    return ids.map(id => owners.has(id))
  }
}
