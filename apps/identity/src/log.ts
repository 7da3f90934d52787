import type { Logger } from '@daymark/platform'

type LoggedMail = { id: string; kind: string; attempts: number }

/** Writes all log lines of this service. They contain ids, but no addresses or names. */
export class IdentityLog {
  constructor(private readonly log: Logger) {}
  firstAdminCreated(userId: string): void {
    this.log.info({ event: 'identity.first-admin-created', userId })
  }
  secondStepChanged(userId: string, change: 'on' | 'off' | 'reset'): void {
    this.log.info({ event: 'identity.second-step-changed', userId, change })
  }
  secondStepKeyUnreadable(userId: string): void {
    this.log.warn(
      { event: 'identity.second-step-unreadable', userId },
      'DAYMARK_SECRET differs from the secret with which this second step was set up. Only recovery codes work.',
    )
  }
  passkeyMayBeCopied(userId: string, passkeyId: string): void {
    this.log.warn({ event: 'identity.passkey-may-be-copied', userId, passkeyId })
  }
  mailSent(mailId: string, kind: string): void {
    this.log.info({ event: 'identity.mail-sent', mailId, kind })
  }
  /** Logs the codes of the failure, but not its message, because mail servers often quote the address of the recipient in messages. */
  mailFailed(
    mail: LoggedMail,
    failure: { code?: string; responseCode?: number; command?: string },
    isGivenUp: boolean,
  ): void {
    const { id: mailId, kind, attempts } = mail
    const { code, responseCode, command } = failure
    const event = isGivenUp ? 'identity.mail-given-up' : 'identity.mail-failed'
    this.log.warn({ event, mailId, kind, attempts, code, responseCode, command: command?.split(' ')[0] })
  }
  noSuperAdmin(): void {
    this.log.warn(
      { event: 'identity.no-super-admin' },
      'No administrator exists. Set DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD and start again.',
    )
  }
}
