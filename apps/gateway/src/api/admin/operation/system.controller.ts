import { type Asked, operations, routes } from '@daymark/contracts'
import { RpcClient, ServiceSettings } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { BuildVersion } from '../../../build-version.ts'
import { presentLetters, presentServices, presentSettings } from '../../../presenters/admin.ts'
import { Serves } from '../../../routing/serves.ts'
import type { Caller } from '../../../session/caller.ts'
import { ADMIN_MS } from './ask-admin.ts'

@Controller()
export class SystemController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly version: BuildVersion,
    private readonly own: ServiceSettings,
  ) {}

  @Serves(routes.getSystemServices)
  async getServices(_: unknown, { actor }: Caller) {
    const { bus, services } = await this.rpc.call(operations.getServices, {}, actor, ADMIN_MS)
    return { version: this.version.text, bus, services: presentServices(services) }
  }

  @Serves(routes.getSystemSettings)
  async getSettings(_: unknown, { actor }: Caller) {
    const [own, { settings, checks, notes }] = await Promise.all([
      this.own.show(),
      this.rpc.call(operations.getSettings, {}, actor, ADMIN_MS),
    ])
    const gateway = own.settings.map(one => ({ service: 'gateway', ...one }))
    return { settings: presentSettings([...settings, ...gateway]), checks: [...checks, ...own.checks], notes }
  }

  @Serves(routes.listDeadLetters)
  async listDeadLetters(_: unknown, { actor }: Caller) {
    const { letters, notes } = await this.rpc.call(operations.listDeadLetters, {}, actor, ADMIN_MS)
    return { letters: presentLetters(letters), notes }
  }

  @Serves(routes.replayDeadLetters)
  replayDeadLetters({ body }: Asked<typeof routes.replayDeadLetters>, { actor }: Caller) {
    return this.rpc.call(operations.replayDeadLetters, chosen(body), actor)
  }

  @Serves(routes.dropDeadLetters)
  dropDeadLetters({ body }: Asked<typeof routes.dropDeadLetters>, { actor }: Caller) {
    return this.rpc.call(operations.dropDeadLetters, chosen(body), actor)
  }
}

const chosen = ({ service, event_id: eventId, subscriber }: Asked<typeof routes.dropDeadLetters>['body']) => ({
  service,
  ...(eventId !== undefined && { eventId }),
  ...(subscriber !== undefined && { subscriber }),
})
