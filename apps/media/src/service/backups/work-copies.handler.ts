import { copies, errors, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Copies } from './copies.ts'

@Handles(copies.work)
export class WorkCopies implements Handler<typeof copies.work> {
  private readonly copies: Copies
  constructor(of: Copies) {
    this.copies = of
  }

  async handle({ objects, ...job }: Input<typeof copies.work>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    return this.copies.work(job, objects)
  }
}
