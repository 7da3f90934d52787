import { anonymous, type RouteInput, backups, routes, withSnakeCaseNames } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Backups of the caller's account, and the backup plan. */
@Controller()
export class BackupsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  @Serves(routes.getBackups)
  async get(_: unknown, { actor }: Caller) {
    return withSnakeCaseNames(await this.rpc.call(backups.get, {}, actor))
  }

  @Serves(routes.restoreBackup)
  async restore({ body }: RouteInput<typeof routes.restoreBackup>, { actor }: Caller) {
    return withSnakeCaseNames(await this.rpc.call(backups.restore, { backupId: body.backup_id }, actor))
  }

  @Serves(routes.getBackupFacts)
  async getFacts() {
    return withSnakeCaseNames(
      await this.caches.backupOverview.get('', () => this.rpc.call(backups.getFacts, {}, anonymous)),
    )
  }
}
