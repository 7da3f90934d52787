import {
  archive,
  type ArchivedRow,
  type ArchivedService,
  backupObjects,
  type Input,
  type Output,
  system,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export const ARCHIVED_SERVICES = Object.keys(archive) as ArchivedService[]
export type ObjectTask = Input<typeof backupObjects.process>
type ExportedPage = Output<(typeof archive)['library']['exportAccount']>

/**
 * Exports and imports the data of an account over the bus. Commands use DirectAccounts instead, which works while no service is running.
 */
@Injectable()
export class ArchiveClient {
  constructor(private readonly rpc: RpcClient) {}

  exportPage(service: ArchivedService, userId: string, after: string | null): Promise<ExportedPage> {
    return this.rpc.call(archive[service].exportAccount, { userId, after }, system)
  }
  async importRows(service: ArchivedService, userId: string, rows: ArchivedRow[]): Promise<number> {
    return (await this.rpc.call(archive[service].importAccount, { userId, rows }, system)).written
  }
  async finishImport(service: ArchivedService, userId: string): Promise<void> {
    await this.rpc.call(archive[service].finishImport, { userId }, system)
  }
  processObjects(task: ObjectTask): Promise<Output<typeof backupObjects.process>> {
    return this.rpc.call(backupObjects.process, task, system)
  }
}
