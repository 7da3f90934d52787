import { type Actor, figures, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, CachedCheck } from '@daymark/platform'
import { BackupState } from '../backups/read/backup-state.ts'
import { settleWithin, notesOf, ServiceClients } from './service-clients.ts'
import { spansBefore } from './spans.ts'

/** S-ADA-01: from the owners, side by side. */
@Handles(operations.getFigures)
export class GetFigures implements Handler<typeof operations.getFigures> {
  constructor(
    private readonly clients: ServiceClients,
    private readonly clock: Clock,
  ) {}

  async handle(_: Input<typeof operations.getFigures>, actor: Actor) {
    requireSuperAdmin(actor)
    const spans = spansBefore(this.clock.now())
    const [identity, library, sharing] = await Promise.all([
      this.clients.callCached(figures.identity, spans, actor),
      this.clients.callCached(figures.library, spans, actor),
      this.clients.callCached(figures.sharing, spans, actor),
    ])
    const notes = notesOf(identity, library, sharing)
    return { identity: identity.value, library: library.value, sharing: sharing.value, notes }
  }
}

/** S-ADA-04, as far as services know it; what there is to say about disk and process is added by who answers. */
@Handles(operations.getHealth)
export class GetHealth implements Handler<typeof operations.getHealth> {
  private readonly database: CachedCheck
  constructor(
    db: Database,
    private readonly clients: ServiceClients,
    private readonly clock: Clock,
    private readonly backups: BackupState,
  ) {
    this.database = new CachedCheck(() => db.sql('SELECT 1'), 2000)
  }

  async handle(_: Input<typeof operations.getHealth>, actor: Actor) {
    requireSuperAdmin(actor)
    const spans = spansBefore(this.clock.now())
    const [answers, backups, identity, library] = await Promise.all([
      this.database.get(),
      settleWithin(this.backups.troubles(), 'admin'),
      this.clients.callCached(figures.identity, spans, actor),
      this.clients.callCached(figures.library, spans, actor),
    ])
    return {
      database: answers ? 'connected' : 'does not answer',
      storageUsed: library.value?.storage ?? null,
      storageLimit: identity.value?.storageLimit ?? null,
      notes: [...notesOf(identity, library), ...(backups.value ?? [])],
    }
  }
}
