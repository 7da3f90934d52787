import { errors } from '@daymark/contracts'
import { PlatformConfig, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LibraryLog } from '../log.ts'

/** Part of the RPC timeout that the work may take. The rest is for transport. */
const TIMEOUT_SHARE = 0.75

/**
 * Limits how long a caller waits for a saved order. Saving is one commit, which exceeds the RPC timeout if tens of thousands of photos
 * move.
 */
@Injectable()
export class OrderDeadline {
  constructor(
    private readonly platform: PlatformConfig,
    private readonly log: LibraryLog,
  ) {}

  /** Rejects with STILL_WORKING before the RPC timeout; the work continues. */
  async enforce<T>(albumId: string, work: Promise<T>): Promise<T> {
    let isLate = false
    work.catch(error => isLate && this.log.orderNotSaved(albumId, error))
    return withTimeout(work, this.platform.rpcTimeoutMs * TIMEOUT_SHARE, () => {
      isLate = true
      return errors.STILL_WORKING()
    })
  }
}
