import { type Actor, accountTotals, type Input, operations, DAY_MS } from '@daymark/contracts'
import { CachedCheck, Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { BackupState } from '../backups/read/backup-state.ts'
import { collectNotes, ServiceClients, settleWithin } from './service-clients.ts'

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString()

/** The starts of the last 7 and 30 days, which the dashboard shows as week and month. */
const getPeriodStarts = (now: Date): { week: string; month: string } => ({
  week: daysBefore(now, 7),
  month: daysBefore(now, 30),
})

@RpcHandlers()
export class DashboardHandlers {
  private readonly databaseCheck: CachedCheck

  constructor(
    db: Database,
    private readonly clock: Clock,
    private readonly clients: ServiceClients,
    private readonly backups: BackupState,
  ) {
    this.databaseCheck = new CachedCheck(() => db.sql('SELECT 1'), 2000)
  }

  /** Reads the figures of all services in parallel (S-ADA-01). */
  @Handles(operations.getFigures)
  async getFigures(_: Input<typeof operations.getFigures>, actor: Actor) {
    const periodStarts = getPeriodStarts(this.clock.now())
    const [identity, library, sharing] = await Promise.all([
      this.clients.callCached(accountTotals.identity, periodStarts, actor),
      this.clients.callCached(accountTotals.library, periodStarts, actor),
      this.clients.callCached(accountTotals.sharing, periodStarts, actor),
    ])
    const notes = collectNotes(identity, library, sharing)
    return { identity: identity.value, library: library.value, sharing: sharing.value, notes }
  }

  /** Returns the state of database and storage (S-ADA-04). The gateway adds disk, memory and uptime to the response. */
  @Handles(operations.getHealth)
  async getHealth(_: Input<typeof operations.getHealth>, actor: Actor) {
    const periodStarts = getPeriodStarts(this.clock.now())
    const [isConnected, backups, identity, library] = await Promise.all([
      this.databaseCheck.get(),
      settleWithin(this.backups.readProblemMessages(), 'admin'),
      this.clients.callCached(accountTotals.identity, periodStarts, actor),
      this.clients.callCached(accountTotals.library, periodStarts, actor),
    ])
    return {
      database: isConnected ? 'connected' : 'not responding',
      storageUsed: library.value?.storage ?? null,
      storageLimit: identity.value?.storageLimit ?? null,
      notes: [...collectNotes(identity, library), ...(backups.value ?? [])],
    }
  }
}
