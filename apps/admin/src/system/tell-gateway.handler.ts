import { type Actor, errors, type Input, operations } from '@daymark/contracts'
import { Handles, type Handler, Operation } from '@daymark/platform'

/** The gateway keeps nothing: admin writes down for it that it is there. */
@Handles(operations.tellGateway)
export class TellGateway implements Handler<typeof operations.tellGateway> {
  constructor(private readonly own: Operation) {}

  async handle({ replica, isOver }: Input<typeof operations.tellGateway>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    await (isOver ? this.own.instances.remove(replica.id) : this.own.instances.tell('gateway', replica))
    return { success: true as const }
  }
}
