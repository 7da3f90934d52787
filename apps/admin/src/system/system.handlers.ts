import { type Actor, type Input, operations } from '@daymark/contracts'
import { Handles, PlatformConfig, RpcHandlers, ServiceSettings, ServiceStatus } from '@daymark/platform'
import { collectNotes } from '../dashboard/service-clients.ts'
import { AllServices } from './all-services.ts'

const GATEWAY = 'gateway'
const UNAVAILABLE_SERVICE = {
  ready: false,
  replicas: [],
  outbox: null,
  jobs: [],
  deadLetters: null,
  databaseBytes: null,
}

const MAX_DEAD_LETTERS = 1000

@RpcHandlers()
export class SystemHandlers {
  private readonly sharedSettings: ServiceSettings

  constructor(
    private readonly services: AllServices,
    private readonly platform: PlatformConfig,
    settings: ServiceSettings,
    private readonly status: ServiceStatus,
  ) {
    this.sharedSettings = settings.sharedSettings()
  }

  @Handles(operations.dropDeadLetters)
  async dropDeadLetters({ service, ...filter }: Input<typeof operations.dropDeadLetters>, actor: Actor) {
    return this.services.dropDeadLetters(service, filter, actor)
  }

  /** Lists all services. If a service does not respond, it is listed as not ready. */
  @Handles(operations.getServices)
  async getServices(_: Input<typeof operations.getServices>, actor: Actor) {
    const reports = await this.services.readReports(actor)
    const allReplicas = reports.flatMap(({ result }) => result.value?.replicas ?? [])
    const services = reports.map(({ service: name, result }) => {
      const { ready, replicas, outbox, jobs, deadLetters, databaseBytes } = result.value ?? UNAVAILABLE_SERVICE
      const ownReplicas = replicas.filter(({ service }) => service === name)
      return { name: String(name), ready, replicas: ownReplicas, outbox, jobs, deadLetters, databaseBytes }
    })
    const gateways = allReplicas.filter(({ service }) => service === GATEWAY)
    const noDatabase = { outbox: null, jobs: [], deadLetters: null, databaseBytes: null }
    // The gateway is ready, because the request came through it.
    const gateway = { name: GATEWAY, ready: true, replicas: gateways, ...noDatabase }
    return { bus: this.platform.natsUrl ? ('nats' as const) : ('memory' as const), services: [...services, gateway] }
  }

  /** Returns the settings and checks that `daymark doctor` prints. Each service reports its own settings; admin reports the shared ones. */
  @Handles(operations.getSettings)
  async getSettings(_: Input<typeof operations.getSettings>, actor: Actor) {
    const [sharedReport, serviceReports] = await Promise.all([
      this.sharedSettings.readSettings(),
      this.services.readSettings(actor),
    ])
    const reports = [
      { service: 'all', ...sharedReport },
      ...serviceReports.flatMap(({ service, result }) =>
        result.value ? [{ service: String(service), ...result.value }] : [],
      ),
    ]
    return {
      settings: reports.flatMap(({ service, settings }) => settings.map(setting => ({ service, ...setting }))),
      checks: reports.flatMap(({ checks }) => checks),
      notes: collectNotes(...serviceReports.map(({ result }) => result)),
    }
  }

  @Handles(operations.listDeadLetters)
  async listDeadLetters(_: Input<typeof operations.listDeadLetters>, actor: Actor) {
    const serviceReports = await this.services.listDeadLetters(MAX_DEAD_LETTERS, actor)
    const letters = serviceReports.flatMap(({ service, result }) =>
      (result.value?.letters ?? []).map(letter => ({ service: String(service), ...letter })),
    )
    const newest = letters.toSorted((a, b) => (a.diedAt < b.diedAt ? 1 : -1)).slice(0, MAX_DEAD_LETTERS)
    return { letters: newest, notes: collectNotes(...serviceReports.map(({ result }) => result)) }
  }

  @Handles(operations.replayDeadLetters)
  async replayDeadLetters({ service, ...filter }: Input<typeof operations.replayDeadLetters>, actor: Actor) {
    return this.services.replayDeadLetters(service, filter, actor)
  }

  /** The gateway has no database, so the admin service stores its heartbeats. */
  @Handles(operations.recordGatewayHeartbeat)
  async recordGatewayHeartbeat({ replica, isStopping }: Input<typeof operations.recordGatewayHeartbeat>) {
    const { instances } = this.status
    await (isStopping ? instances.remove(replica.id) : instances.recordHeartbeat('gateway', replica))
    return { success: true as const }
  }
}
