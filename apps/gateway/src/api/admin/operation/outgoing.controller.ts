import { backups, operations, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentBackupsOfAll, presentOutgoing, presentProviderNotes } from '../../../presenters/admin.ts'
import { Serves } from '../../../routing/serves.ts'
import type { Caller } from '../../../session/caller.ts'
import { ADMIN_MS } from './ask-admin.ts'

@Controller()
export class OutgoingController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.getOutgoing)
  async getOutgoing(_: unknown, { actor }: Caller) {
    return presentOutgoing(await this.rpc.call(operations.getOutgoing, {}, actor, ADMIN_MS))
  }

  @Serves(routes.getBackupsOfAll)
  async getBackupsOfAll(_: unknown, { actor }: Caller) {
    return presentBackupsOfAll(await this.rpc.call(backups.problems, {}, actor, ADMIN_MS))
  }

  @Serves(routes.listProviderNotes)
  async listProviderNotes(_: unknown, { actor }: Caller) {
    return presentProviderNotes(await this.rpc.call(operations.listProviderNotes, {}, actor, ADMIN_MS))
  }
}
