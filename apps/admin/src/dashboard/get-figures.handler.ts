import { type Actor, figures, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Clock, Handles, type Handler } from '@daymark/platform'
import { notesOf, Owners } from './owners.ts'
import { spansBefore } from './spans.ts'

/** S-ADA-01: from the owners, side by side. */
@Handles(operations.getFigures)
export class GetFigures implements Handler<typeof operations.getFigures> {
  constructor(
    private readonly owners: Owners,
    private readonly clock: Clock,
  ) {}

  async handle(_: Input<typeof operations.getFigures>, actor: Actor) {
    requireSuperAdmin(actor)
    const spans = spansBefore(this.clock.now())
    const [identity, library, sharing] = await Promise.all([
      this.owners.recent(figures.identity, spans, actor),
      this.owners.recent(figures.library, spans, actor),
      this.owners.recent(figures.sharing, spans, actor),
    ])
    const notes = notesOf(identity, library, sharing)
    return { identity: identity.value, library: library.value, sharing: sharing.value, notes }
  }
}
