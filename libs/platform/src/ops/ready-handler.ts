import { errors, ready, type Rpc } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { type Class, Handles } from '../service/decorators.ts'
import { RecentAnswer } from './recent-answer.ts'

/** The handler that every service with a database has: others ask over the bus whether it can be used. */
export function readyHandler(service: string, db: Database): Class[] {
  const contract = (ready as Record<string, Rpc | undefined>)[service]
  if (!contract) return []
  const answer = new RecentAnswer(() => db.sql('SELECT 1'))
  @Handles(contract)
  class Ready {
    async handle(): Promise<{ success: true }> {
      if (!(await answer.get())) throw errors.UNAVAILABLE()
      return { success: true }
    }
  }
  return [Ready]
}
