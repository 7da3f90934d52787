import { errors } from '@daymark/contracts'
import { PlatformConfig, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LibraryLog } from '../log.ts'

/** Share of the RPC timeout; the rest is for transport. */
const TIMEOUT_SHARE = 0.75

/** Saving the order of an album is one commit, which exceeds the RPC timeout where tens of thousands of photos move. */
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
