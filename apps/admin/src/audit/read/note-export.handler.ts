import { act, type Actor, adminAudited, auditLog, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(auditLog.noteExport)
export class NoteExport implements Handler<typeof auditLog.noteExport> {
  constructor(private readonly db: Database) {}

  async handle(choice: Input<typeof auditLog.noteExport>, actor: Actor) {
    requireSuperAdmin(actor)
    const named = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))
    await this.db.commit(async tx => tx.emit(adminAudited, ...act(actor, 'audit.exported', null, named)))
    return { success: true as const }
  }
}
