import { type Actor, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler, PlatformConfig } from '@daymark/platform'
import { Everybody } from './everybody.ts'

const GATEWAY = 'gateway'
const AWAY = { ready: false, replicas: [], outbox: null, deadLetters: null, databaseBytes: null }

/** The roll call. Who does not answer is named all the same, as not ready. */
@Handles(operations.getServices)
export class GetServices implements Handler<typeof operations.getServices> {
  constructor(
    private readonly everybody: Everybody,
    private readonly platform: PlatformConfig,
  ) {}

  async handle(_: Input<typeof operations.getServices>, actor: Actor) {
    requireSuperAdmin(actor)
    const all = await this.everybody.report(actor)
    const told = all.flatMap(({ said }) => said.value?.replicas ?? [])
    const services = all.map(({ service: name, said }) => {
      const { ready, replicas, outbox, deadLetters, databaseBytes } = said.value ?? AWAY
      const own = replicas.filter(({ service }) => service === name)
      return { name: String(name), ready, replicas: own, outbox, deadLetters, databaseBytes }
    })
    const gateways = told.filter(({ service }) => service === GATEWAY)
    const nothing = { outbox: null, deadLetters: null, databaseBytes: null }
    // somebody asked through one of them
    const gateway = { name: GATEWAY, ready: true, replicas: gateways, ...nothing }
    return { bus: this.platform.natsUrl ? ('nats' as const) : ('memory' as const), services: [...services, gateway] }
  }
}
