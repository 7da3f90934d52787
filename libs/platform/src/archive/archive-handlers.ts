import { type Actor, type Archive, archive, errors, type Input } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { type Class, Handles } from '../service/decorators.ts'
import type { ArchivedTable } from './archived-table.ts'
import { exportRows } from './export-rows.ts'
import { importRows } from './import-rows.ts'

/** The tables of an account that a service archives. `finish` runs after a restore, and may run more than once. */
export type ArchivedAccount = {
  tables: ArchivedTable[]
  finish?: (db: Database, userId: string, now: Date) => Promise<void>
}

const assertSystem = ({ role }: Actor): void => {
  if (role !== 'system') throw errors.FORBIDDEN()
}

/** The RPC handlers of every service that archives accounts. */
export function archiveHandlers(service: string, db: Database, account: ArchivedAccount, now: () => Date): Class[] {
  const contracts = (archive as Record<string, Archive | undefined>)[service]
  if (!contracts) return []

  @Handles(contracts.exportAccount)
  class ExportAccount {
    async handle(input: Input<Archive['exportAccount']>, actor: Actor) {
      assertSystem(actor)
      return exportRows(db, account.tables, input)
    }
  }
  @Handles(contracts.importAccount)
  class ImportAccount {
    async handle(input: Input<Archive['importAccount']>, actor: Actor) {
      assertSystem(actor)
      return { written: await db.commit(tx => importRows(tx, account.tables, input)) }
    }
  }
  @Handles(contracts.finishImport)
  class FinishImport {
    async handle({ userId }: Input<Archive['finishImport']>, actor: Actor) {
      assertSystem(actor)
      await account.finish?.(db, userId, now())
      return { success: true as const }
    }
  }
  return [ExportAccount, ImportAccount, FinishImport]
}
