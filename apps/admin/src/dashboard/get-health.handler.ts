import { type Actor, figures, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler, RecentAnswer } from '@daymark/platform'
import { notesOf, Owners } from './owners.ts'
import { spansBefore } from './spans.ts'

/** S-ADA-04, as far as services know it; what there is to say about disk and process is added by who answers. */
@Handles(operations.getHealth)
export class GetHealth implements Handler<typeof operations.getHealth> {
  private readonly database: RecentAnswer
  private readonly owners: Owners
  private readonly clock: Clock
  constructor(db: Database, owners: Owners, clock: Clock) {
    this.database = new RecentAnswer(() => db.sql('SELECT 1'), 2000)
    this.owners = owners
    this.clock = clock
  }

  async handle(_: Input<typeof operations.getHealth>, actor: Actor) {
    requireSuperAdmin(actor)
    const spans = spansBefore(this.clock.now())
    const [answers, identity, library] = await Promise.all([
      this.database.get(),
      this.owners.recent(figures.identity, spans, actor),
      this.owners.recent(figures.library, spans, actor),
    ])
    return {
      database: answers ? 'connected' : 'does not answer',
      storageUsed: library.value?.storage ?? null,
      storageLimit: identity.value?.storageLimit ?? null,
      notes: notesOf(identity, library),
    }
  }
}
