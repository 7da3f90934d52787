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
import { inTime, Owners, type Said } from '../dashboard/owners.ts'

const OWN = 'admin'
type Service = keyof typeof operation
const SERVICES = Object.keys(operation) as Service[]
export type OfService<T> = { service: Service; said: Said<T> }

/** Calls all services with a database in parallel. Admin answers without the bus. */
@Injectable()
export class Everybody {
  constructor(
    private readonly owners: Owners,
    private readonly own: Operation,
    private readonly rpc: RpcClient,
  ) {}

  report(actor: Actor): Promise<OfService<Output<Contracts['report']>>[]> {
    return this.all(
      contracts => this.owners.recent(contracts.report, {}, actor),
      () => this.own.report(),
    )
  }
  settings(actor: Actor): Promise<OfService<Output<Contracts['settings']>>[]> {
    return this.all(
      contracts => this.owners.recent(contracts.settings, {}, actor),
      () => this.own.settings(),
    )
  }
  letters(limit: number, actor: Actor): Promise<OfService<Output<Contracts['deadLetters']>>[]> {
    return this.all(
      contracts => this.owners.ask(contracts.deadLetters, { limit }, actor),
      () => this.own.listDeadLetters({ limit }),
    )
  }

  /** INVALID_INPUT for a service that there is not; UNAVAILABLE for one that does not answer. */
  replay(service: string, choice: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN) return changed(this.own.deadLetters.replay(choice, actor))
    return this.rpc.call(operation[named(service)].replayDeadLetters, choice, actor)
  }
  drop(service: string, choice: DeadLetterFilter, actor: Actor): Promise<{ changed: number }> {
    if (service === OWN) return changed(this.own.deadLetters.drop(choice, actor))
    return this.rpc.call(operation[named(service)].dropDeadLetters, choice, actor)
  }

  private all<T>(ask: (contracts: Contracts) => Promise<Said<T>>, own: () => Promise<T>): Promise<OfService<T>[]> {
    return Promise.all(
      SERVICES.map(async service => ({
        service,
        said: service === OWN ? await inTime(own(), OWN) : await ask(operation[service] as unknown as Contracts),
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
