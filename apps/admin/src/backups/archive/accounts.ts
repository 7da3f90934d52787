import {
  archive,
  type ArchivedObject,
  type ArchivedRow,
  type ArchivedService,
  type BackupTarget,
  backupObjects,
  type Output,
  system,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export const SERVICES = Object.keys(archive) as ArchivedService[]
export type Work = {
  what: 'copy' | 'restore' | 'verify'
  target: BackupTarget
  userId: string
  objects: ArchivedObject[]
}
type ExportedPage = Output<(typeof archive)['library']['exportAccount']>

/** Exports and imports the data of an account from and to all services over the bus. Commands use the database instead. */
@Injectable()
export class Accounts {
  constructor(private readonly rpc: RpcClient) {}

  page(service: ArchivedService, userId: string, after: string | null): Promise<ExportedPage> {
    return this.rpc.call(archive[service].exportAccount, { userId, after }, system)
  }
  async keep(service: ArchivedService, userId: string, rows: ArchivedRow[]): Promise<number> {
    return (await this.rpc.call(archive[service].importAccount, { userId, rows }, system)).written
  }
  async finish(service: ArchivedService, userId: string): Promise<void> {
    await this.rpc.call(archive[service].finishImport, { userId }, system)
  }
  work(work: Work): Promise<Output<typeof backupObjects.process>> {
    return this.rpc.call(backupObjects.process, work, system)
  }
}
