import type { ArchivedObject, ArchivedRow, BackupTarget, FailedObject } from '@daymark/contracts'
import { ObjectCopier } from '@daymark/media'
import { type Database, type Env, importRows, type ServiceDefinition, withDatabase } from '@daymark/platform'
import type { BackupStores, Storage } from '@daymark/storage'
import { load } from '../services.ts'

const AT_ONCE = 4
type Work = { what: 'copy' | 'restore' | 'verify'; target: BackupTarget; userId: string; objects: ArchivedObject[] }

/** What the product does with accounts over the bus, without it: on the databases of the services and the stores. */
export class DirectAccounts {
  private readonly services: Map<string, { definition: ServiceDefinition; db: Database }>
  constructor(
    services: DirectAccounts['services'],
    private readonly copier: ObjectCopier,
  ) {
    this.services = services
  }

  /** With connections to all services that keep something of accounts. */
  static async with<T>(
    env: Env,
    stores: { storage: Storage; backups: BackupStores },
    work: (accounts: DirectAccounts) => Promise<T>,
  ): Promise<T> {
    const definitions = (await load(['all'])).filter(({ archive }) => archive)
    const services: DirectAccounts['services'] = new Map()
    const copier = new ObjectCopier(stores.storage, stores.backups)
    const open = (left: ServiceDefinition[]): Promise<T> => {
      const [definition, ...rest] = left
      if (!definition) return work(new DirectAccounts(services, copier))
      const { name: service, entities = [] } = definition
      return withDatabase(env, { service, entities }, db => {
        services.set(service, { definition, db })
        return open(rest)
      })
    }
    return open(definitions)
  }

  keep(service: string, userId: string, rows: ArchivedRow[]): Promise<number> {
    const { definition, db } = this.of(service)
    return db.commit(tx => importRows(tx, definition.archive?.tables ?? [], { userId, rows }))
  }

  async finish(service: string, userId: string): Promise<void> {
    const { definition, db } = this.of(service)
    await definition.archive?.finish?.(db, userId, new Date())
  }

  async work({ objects, ...job }: Work): Promise<{ done: string[]; failed: FailedObject[] }> {
    const left = [...objects]
    const done: string[] = []
    const failed: FailedObject[] = []
    const next = async (): Promise<void> => {
      for (let object = left.shift(); object; object = left.shift()) {
        const reason = await this.copier.run(job, object)
        if (reason) failed.push({ sha256: object.sha256, reason })
        else done.push(job.what === 'restore' ? object.key : object.sha256)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    return { done, failed }
  }

  /** Of these, those whose accounts this installation has not got. */
  async unknown<T extends { userId: string }>(of: T[]): Promise<T[]> {
    const sql = 'SELECT id FROM users WHERE id = ANY ($1::uuid[])'
    const there = await this.of('identity').db.sql<{ id: string }>(sql, [of.map(({ userId }) => userId)])
    return of.filter(({ userId }) => !there.some(({ id }) => id === userId))
  }

  private of(service: string) {
    const found = this.services.get(service)
    if (!found) throw new Error(`${service} keeps nothing of accounts`)
    return found
  }
}
