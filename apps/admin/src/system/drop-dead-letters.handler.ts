import { type Actor, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Everybody } from './everybody.ts'

@Handles(operations.dropDeadLetters)
export class DropDeadLetters implements Handler<typeof operations.dropDeadLetters> {
  constructor(private readonly everybody: Everybody) {}

  async handle({ service, ...choice }: Input<typeof operations.dropDeadLetters>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.everybody.drop(service, choice, actor)
  }
}
