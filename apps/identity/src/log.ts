import type { Logger } from '@daymark/platform'

/** Every line identity writes. Ids only: no address, no name. */
export class IdentityLog {
  private readonly log: Logger
  constructor(log: Logger) {
    this.log = log
  }
  firstAdminMade(userId: string): void {
    this.log.info({ event: 'identity.first-admin-made', userId })
  }
  noSuperAdmin(): void {
    this.log.warn(
      { event: 'identity.no-super-admin' },
      'Nobody can administer: set DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD and start again.',
    )
  }
}
