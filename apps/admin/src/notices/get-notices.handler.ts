import { notices } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Notices } from './notices.ts'

/** For every gateway; what is in it everybody sees who signs in. */
@Handles(notices.get)
export class GetNotices implements Handler<typeof notices.get> {
  private readonly notices: Notices
  constructor(kept: Notices) {
    this.notices = kept
  }

  handle() {
    return this.notices.read()
  }
}
