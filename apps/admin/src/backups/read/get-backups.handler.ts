import { backups, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { OwnBackups } from './own-backups.ts'

@Handles(backups.get)
export class GetBackups implements Handler<typeof backups.get> {
  private readonly own: OwnBackups
  constructor(own: OwnBackups) {
    this.own = own
  }

  handle(_: Input<typeof backups.get>, actor: Actor) {
    return this.own.of(requireUser(actor), actor)
  }
}
