import { type Actor, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Everybody } from './everybody.ts'

@Handles(operations.replayDeadLetters)
export class ReplayDeadLetters implements Handler<typeof operations.replayDeadLetters> {
  constructor(private readonly everybody: Everybody) {}

  async handle({ service, ...choice }: Input<typeof operations.replayDeadLetters>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.everybody.replay(service, choice, actor)
  }
}
