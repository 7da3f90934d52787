import {
  type Actor,
  errors,
  type DeadLetterFilter,
  operation,
  type OperationCalls as Contracts,
  type Output,
} from '@daymark/contracts'
import { RpcClient, ServiceStatus } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { settleWithin, ServiceClients, type ServiceResult } from '../dashboard/service-clients.ts'

const OWN_SERVICE = 'admin'
type ServiceName = keyof typeof operation
const SERVICE_NAMES = Object.keys(operation) as ServiceName[]
type ServiceResponse<T> = { service: ServiceName; result: ServiceResult<T> }

/** Calls all services that have a database, in parallel. The admin service itself is called directly, not over the bus. */
@Injectable()
export class AllServices {
  constructor(
    private readonly clients: ServiceClients,
    private readonly status: ServiceStatus,
    private readonly rpc: RpcClient,
  ) {}

  readReports(actor: Actor): Promise<ServiceResponse<Output<Contracts['report']>>[]> {
    return this.callAll(
      contracts => this.clients.callCached(contracts.report, {}, actor),
      () => this.status.report(),
    )
  }
  readSettings(actor: Actor): Promise<ServiceResponse<Output<Contracts['settings']>>[]> {
    return this.callAll(
      contracts => this.clients.callCached(contracts.settings, {}, actor),
      () => this.status.settings(),
    )
  }
  listDeadLetters(limit: number, actor: Actor): Promise<ServiceResponse<Output<Contracts['deadLetters']>>[]> {
    return this.callAll(
      contracts => this.clients.call(contracts.deadLetters, { limit }, actor),
      () => this.status.listDeadLetters({ limit }),
    )
  }

  /** Replays dead letters of a service. Throws INVALID_INPUT for an unknown service; UNAVAILABLE if the service does not respond. */
  replayDeadLetters(service: string, filter: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN_SERVICE) return toChangedCount(this.status.deadLetters.replay(filter, actor))
    return this.rpc.call(operation[parseServiceName(service)].replayDeadLetters, filter, actor)
  }
  dropDeadLetters(service: string, filter: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN_SERVICE) return toChangedCount(this.status.deadLetters.drop(filter, actor))
    return this.rpc.call(operation[parseServiceName(service)].dropDeadLetters, filter, actor)
  }

  private callAll<T>(
    callService: (contracts: Contracts) => Promise<ServiceResult<T>>,
    readOwn: () => Promise<T>,
  ): Promise<ServiceResponse<T>[]> {
    return Promise.all(
      SERVICE_NAMES.map(async service => ({
        service,
        result:
          service === OWN_SERVICE
            ? await settleWithin(readOwn(), OWN_SERVICE)
            : await callService(operation[service] as unknown as Contracts),
      })),
    )
  }
}

const toChangedCount = async (count: Promise<number>): Promise<{ changed: number }> => ({ changed: await count })

function parseServiceName(name: string): ServiceName {
  const service = SERVICE_NAMES.find(knownName => knownName === name)
  if (!service) throw errors.INVALID_INPUT({ reason: `Unknown service "${name}".` })
  return service
}
