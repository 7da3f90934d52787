import { errors } from '@daymark/contracts'
import { PlatformConfig, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LibraryLog } from '../log.ts'

/** Of the time that an answer is waited for: the rest is for its way. */
const SHARE = 0.75

/** A new order of an album is one commit, which takes longer than a call is waited for where tens of thousands of photos move. */
@Injectable()
export class OrderDeadline {
  constructor(
    private readonly platform: PlatformConfig,
    private readonly log: LibraryLog,
  ) {}

  /** Whoever asked hears in time that it goes on (STILL_WORKING), and not that nobody answers. */
  async orGoesOn<T>(albumId: string, work: Promise<T>): Promise<T> {
    let isLate = false
    work.catch(error => isLate && this.log.orderNotSaved(albumId, error))
    return withTimeout(work, this.platform.rpcTimeoutMs * SHARE, () => {
      isLate = true
      return errors.STILL_WORKING()
    })
  }
}
