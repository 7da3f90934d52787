import { type Actor, errors, type Input, operations } from '@daymark/contracts'
import { Handles, type Handler, Operation } from '@daymark/platform'

/** The gateway keeps nothing: admin writes down for it that it is there. */
@Handles(operations.tellGateway)
export class TellGateway implements Handler<typeof operations.tellGateway> {
  private readonly own: Operation
  constructor(own: Operation) {
    this.own = own
  }

  async handle({ replica, isOver }: Input<typeof operations.tellGateway>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    await (isOver ? this.own.instances.remove(replica.id) : this.own.instances.tell('gateway', replica))
    return { success: true as const }
  }
}
