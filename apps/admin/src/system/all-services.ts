import {
  type Actor,
  errors,
  type DeadLetterFilter,
  operation,
  type Operation as Contracts,
  type Output,
} from '@daymark/contracts'
import { Operation, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { settleWithin, ServiceClients, type ServiceResult } from '../dashboard/service-clients.ts'

const OWN = 'admin'
type Service = keyof typeof operation
const SERVICES = Object.keys(operation) as Service[]
export type ServiceAnswer<T> = { service: Service; result: ServiceResult<T> }

/** Calls all services with a database in parallel. Admin answers without the bus. */
@Injectable()
export class AllServices {
  constructor(
    private readonly clients: ServiceClients,
    private readonly operation: Operation,
    private readonly rpc: RpcClient,
  ) {}

  report(actor: Actor): Promise<ServiceAnswer<Output<Contracts['report']>>[]> {
    return this.all(
      contracts => this.clients.callCached(contracts.report, {}, actor),
      () => this.operation.report(),
    )
  }
  settings(actor: Actor): Promise<ServiceAnswer<Output<Contracts['settings']>>[]> {
    return this.all(
      contracts => this.clients.callCached(contracts.settings, {}, actor),
      () => this.operation.settings(),
    )
  }
  letters(limit: number, actor: Actor): Promise<ServiceAnswer<Output<Contracts['deadLetters']>>[]> {
    return this.all(
      contracts => this.clients.call(contracts.deadLetters, { limit }, actor),
      () => this.operation.listDeadLetters({ limit }),
    )
  }

  /** Throws INVALID_INPUT for an unknown service, UNAVAILABLE for one that does not answer. */
  replay(service: string, choice: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN) return changed(this.operation.deadLetters.replay(choice, actor))
    return this.rpc.call(operation[serviceNamed(service)].replayDeadLetters, choice, actor)
  }
  drop(service: string, choice: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN) return changed(this.operation.deadLetters.drop(choice, actor))
    return this.rpc.call(operation[serviceNamed(service)].dropDeadLetters, choice, actor)
  }

  private all<T>(
    callService: (contracts: Contracts) => Promise<ServiceResult<T>>,
    readOwn: () => Promise<T>,
  ): Promise<ServiceAnswer<T>[]> {
    return Promise.all(
      SERVICES.map(async service => ({
        service,
        result:
          service === OWN
            ? await settleWithin(readOwn(), OWN)
            : await callService(operation[service] as unknown as Contracts),
      })),
    )
  }
}

const changed = async (count: Promise<number>): Promise<{ changed: number }> => ({ changed: await count })

function serviceNamed(name: string): Service {
  const service = SERVICES.find(one => one === name)
  if (!service) throw errors.INVALID_INPUT({ reason: `Unknown service "${name}".` })
  return service
}
