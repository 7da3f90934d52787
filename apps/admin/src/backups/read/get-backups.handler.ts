import { backups, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { OwnBackups } from './own-backups.ts'

@Handles(backups.get)
export class GetBackups implements Handler<typeof backups.get> {
  constructor(private readonly own: OwnBackups) {}

  handle(_: Input<typeof backups.get>, actor: Actor) {
    return this.own.of(requireUser(actor), actor)
  }
}
