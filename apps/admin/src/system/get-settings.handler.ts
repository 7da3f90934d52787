import { type Actor, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler, ServiceSettings } from '@daymark/platform'
import { notesOf } from '../dashboard/owners.ts'
import { Everybody } from './everybody.ts'

/** What `daymark doctor` says, of every service as its own process has it; what all share as admin has it. */
@Handles(operations.getSettings)
export class GetSettings implements Handler<typeof operations.getSettings> {
  private readonly shared: ServiceSettings
  constructor(
    private readonly everybody: Everybody,
    own: ServiceSettings,
  ) {
    this.shared = own.shared()
  }

  async handle(_: Input<typeof operations.getSettings>, actor: Actor) {
    requireSuperAdmin(actor)
    const [shared, all] = await Promise.all([this.shared.show(), this.everybody.settings(actor)])
    const told = [
      { service: 'all', ...shared },
      ...all.flatMap(({ service, said }) => (said.value ? [{ service: String(service), ...said.value }] : [])),
    ]
    return {
      settings: told.flatMap(({ service, settings }) => settings.map(one => ({ service, ...one }))),
      checks: told.flatMap(({ checks }) => checks),
      notes: notesOf(...all.map(({ said }) => said)),
    }
  }
}
