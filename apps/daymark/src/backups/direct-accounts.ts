import type { ArchivedRow, backupObjects, FailedObject, Input } from '@daymark/contracts'
import { ObjectCopier } from '@daymark/media'
import { type Database, type Env, importRows, type ServiceDefinition, withDatabase } from '@daymark/platform'
import type { BackupStores, Storage } from '@daymark/storage'
import { loadServices } from '../services.ts'

const MAX_CONCURRENT_OBJECTS = 4

/**
 * Imports accounts directly into the databases and stores, without the bus, so that restore commands work while no service runs.
 */
export class DirectAccounts {
  private readonly services: Map<string, { definition: ServiceDefinition; db: Database }>
  constructor(
    services: DirectAccounts['services'],
    private readonly copier: ObjectCopier,
  ) {
    this.services = services
  }

  /** Opens the databases of all services that archive accounts, and closes them after `work`. */
  static async withDatabases<T>(
    env: Env,
    stores: { storage: Storage; backups: BackupStores },
    work: (accounts: DirectAccounts) => Promise<T>,
  ): Promise<T> {
    const definitions = (await loadServices(['all'])).filter(({ archive }) => archive)
    const services: DirectAccounts['services'] = new Map()
    const copier = new ObjectCopier(stores.storage, stores.backups)
    const openAndRun = (remaining: ServiceDefinition[]): Promise<T> => {
      const [definition, ...rest] = remaining
      if (!definition) return work(new DirectAccounts(services, copier))
      const { name: service, entities = [] } = definition
      return withDatabase(env, { service, entities }, db => {
        services.set(service, { definition, db })
        return openAndRun(rest)
      })
    }
    return openAndRun(definitions)
  }

  importRows(service: string, userId: string, rows: ArchivedRow[]): Promise<number> {
    const { definition, db } = this.requireService(service)
    return db.commit(tx => importRows(tx, definition.archive?.tables ?? [], { userId, rows }))
  }

  async finishImport(service: string, userId: string): Promise<void> {
    const { definition, db } = this.requireService(service)
    await definition.archive?.afterImport?.(db, userId, new Date())
  }

  async processObjects({
    objects,
    ...task
  }: Input<typeof backupObjects.process>): Promise<{ done: string[]; failed: FailedObject[] }> {
    const remaining = [...objects]
    const done: string[] = []
    const failed: FailedObject[] = []
    const processRemaining = async (): Promise<void> => {
      for (let object = remaining.shift(); object; object = remaining.shift()) {
        const reason = await this.copier.run(task, object)
        if (reason) failed.push({ sha256: object.sha256, reason })
        else done.push(task.what === 'restore' ? object.key : object.sha256)
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_OBJECTS }, processRemaining))
    return { done, failed }
  }

  /** Returns the entries whose accounts do not exist in this installation. */
  async filterNonexistentAccounts<T extends { userId: string }>(entries: T[]): Promise<T[]> {
    const sql = 'SELECT id FROM users WHERE id = ANY ($1::uuid[])'
    const existing = await this.requireService('identity').db.sql<{ id: string }>(sql, [
      entries.map(({ userId }) => userId),
    ])
    return entries.filter(({ userId }) => !existing.some(({ id }) => id === userId))
  }

  private requireService(service: string) {
    const openService = this.services.get(service)
    if (!openService) throw new Error(`the service ${service} does not archive accounts`)
    return openService
  }
}
