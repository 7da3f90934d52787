import { accounts, act, identityAudited, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

/** Before the first line leaves: what was chosen, never who was found. */
@Handles(accounts.noteExport)
export class NoteExport implements Handler<typeof accounts.noteExport> {
  constructor(private readonly db: Database) {}

  async handle({ role, tier, state, search }: Input<typeof accounts.noteExport>, actor: Actor) {
    requireSuperAdmin(actor)
    const chosen = Object.entries({ role, tier, state }).filter(entry => entry[1] !== undefined)
    const details = { ...Object.fromEntries(chosen), ...(search && { searched: true }) }
    await this.db.commit(async tx => {
      tx.emit(identityAudited, ...act(actor, 'users.exported', null, details))
    })
    return { success: true as const }
  }
}
