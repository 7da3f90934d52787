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
    private readonly own: Operation,
    private readonly rpc: RpcClient,
  ) {}

  report(actor: Actor): Promise<ServiceAnswer<Output<Contracts['report']>>[]> {
    return this.all(
      contracts => this.clients.callCached(contracts.report, {}, actor),
      () => this.own.report(),
    )
  }
  settings(actor: Actor): Promise<ServiceAnswer<Output<Contracts['settings']>>[]> {
    return this.all(
      contracts => this.clients.callCached(contracts.settings, {}, actor),
      () => this.own.settings(),
    )
  }
  letters(limit: number, actor: Actor): Promise<ServiceAnswer<Output<Contracts['deadLetters']>>[]> {
    return this.all(
      contracts => this.clients.call(contracts.deadLetters, { limit }, actor),
      () => this.own.listDeadLetters({ limit }),
    )
  }

  /** INVALID_INPUT for an unknown service, UNAVAILABLE for one that does not answer. */
  replay(service: string, choice: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN) return changed(this.own.deadLetters.replay(choice, actor))
    return this.rpc.call(operation[named(service)].replayDeadLetters, choice, actor)
  }
  drop(service: string, choice: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN) return changed(this.own.deadLetters.drop(choice, actor))
    return this.rpc.call(operation[named(service)].dropDeadLetters, choice, actor)
  }

  private all<T>(
    ask: (contracts: Contracts) => Promise<ServiceResult<T>>,
    own: () => Promise<T>,
  ): Promise<ServiceAnswer<T>[]> {
    return Promise.all(
      SERVICES.map(async service => ({
        service,
        result:
          service === OWN ? await settleWithin(own(), OWN) : await ask(operation[service] as unknown as Contracts),
      })),
    )
  }
}

const changed = async (count: Promise<number>): Promise<{ changed: number }> => ({ changed: await count })

function named(service: string): Service {
  const found = SERVICES.find(name => name === service)
  if (!found) throw errors.INVALID_INPUT({ reason: `There is no service "${service}" with dead letters.` })
  return found
}
