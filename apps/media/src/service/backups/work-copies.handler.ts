import { backupObjects, errors, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Copies } from './copies.ts'

@Handles(backupObjects.process)
export class ProcessBackupObjects implements Handler<typeof backupObjects.process> {
  private readonly copies: Copies
  constructor(of: Copies) {
    this.copies = of
  }

  async handle({ objects, ...job }: Input<typeof backupObjects.process>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    return this.copies.work(job, objects)
  }
}
