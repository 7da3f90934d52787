import { Database, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const OWNERS = prepared('SELECT DISTINCT owner_id AS id FROM webhooks WHERE owner_id = ANY($1::uuid[])')
type Asking = { ids: Set<string>; owners: Promise<Set<string>> }

/**
 * Who has webhooks. Most have none, and each photo of theirs makes several events: these end here, with one look at an index for all
 * that came while the look before was under way. It is never remembered: a webhook counts from the moment it was answered, on every replica.
 */
@Injectable()
export class WebhookOwners {
  private next: Asking | undefined
  private last: Promise<unknown> = Promise.resolve()
  constructor(private readonly db: Database) {}

  async has(ownerId: string): Promise<boolean> {
    this.next ??= this.plan()
    this.next.ids.add(ownerId)
    return (await this.next.owners).has(ownerId)
  }

  /** Asked when the question before is answered; until then others join. */
  private plan(): Asking {
    const ids = new Set<string>()
    const owners = this.last.then(() => this.ask(ids))
    this.last = owners.catch(() => {})
    return { ids, owners }
  }

  private async ask(ids: Set<string>): Promise<Set<string>> {
    this.next = undefined
    const rows = await this.db.sql<{ id: string }>(OWNERS, [[...ids]])
    return new Set(rows.map(({ id }) => id))
  }
}
