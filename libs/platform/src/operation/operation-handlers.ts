import { type Actor, type Input, type Operation as Contracts, operation, requireSuperAdmin } from '@daymark/contracts'
import { type Class, Handles } from '../service/decorators.ts'
import type { Operation } from './operation.ts'

/** The RPC handlers for status, settings and dead letters, which every service with a database has. */
export function operationHandlers(service: string, operations: Operation): Class[] {
  const contracts = (operation as Record<string, Contracts | undefined>)[service]
  if (!contracts) return []

  @Handles(contracts.report)
  class Report {
    handle(_: object, actor: Actor) {
      requireSuperAdmin(actor)
      return operations.report()
    }
  }
  @Handles(contracts.settings)
  class Settings {
    handle(_: object, actor: Actor) {
      requireSuperAdmin(actor)
      return operations.settings()
    }
  }
  @Handles(contracts.deadLetters)
  class ListDeadLetters {
    handle(input: Input<Contracts['deadLetters']>, actor: Actor) {
      requireSuperAdmin(actor)
      return operations.listDeadLetters(input)
    }
  }
  @Handles(contracts.replayDeadLetters)
  class ReplayDeadLetters {
    async handle(filter: Input<Contracts['replayDeadLetters']>, actor: Actor) {
      requireSuperAdmin(actor)
      return { changed: await operations.deadLetters.replay(filter, actor) }
    }
  }
  @Handles(contracts.dropDeadLetters)
  class DropDeadLetters {
    async handle(filter: Input<Contracts['dropDeadLetters']>, actor: Actor) {
      requireSuperAdmin(actor)
      return { changed: await operations.deadLetters.drop(filter, actor) }
    }
  }
  return [Report, Settings, ListDeadLetters, ReplayDeadLetters, DropDeadLetters]
}
