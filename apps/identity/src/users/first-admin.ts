import { ConfigError, Database, Logger } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { FirstAdminConfig } from '../config.ts'
import { parseEmail } from './account-rules.ts'
import { findByUsername, insertUser, UserFactory } from './users.ts'
import { User } from './user.entity.ts'

/** Creates the first super_admin from the settings at the start, if none exists, because users cannot sign up (rule 29). */
@Injectable()
export class FirstAdmin {
  constructor(
    private readonly db: Database,
    private readonly config: FirstAdminConfig,
    private readonly userFactory: UserFactory,
    private readonly log: Logger,
  ) {}

  async ensureExists(): Promise<void> {
    if (await this.superAdminExists()) return
    const { adminEmail, adminPassword } = this.config
    if (!adminEmail && !adminPassword)
      return this.log.warn(
        { event: 'identity.no-super-admin' },
        'No administrator exists. Set DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD and start again.',
      )
    if (!adminEmail || !adminPassword)
      throw new ConfigError('Set both DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD, or neither.')
    const user = await this.userFactory.create({
      email: parseEmail(adminEmail),
      password: adminPassword,
      displayName: null,
      role: 'super_admin',
      tier: 'studio',
      mustChangePassword: false,
    })
    if (await this.insertOnce(user)) this.log.info({ event: 'identity.first-admin-created', userId: user.id })
  }

  /**
   * Saves the user if there is still no super_admin. A lock ensures that only one of several processes that start at the same time does so.
   */
  private insertOnce(user: User): Promise<boolean> {
    return this.db.commit(async tx => {
      await tx.sql(`SELECT pg_advisory_xact_lock(hashtext('identity:first-admin'))`)
      if (await tx.em.existsBy(User, { role: 'super_admin' })) return false
      // an existing account does not become super_admin, because settings must not promote a user without notice
      if (await findByUsername(tx.em, user.email))
        throw new ConfigError('DAYMARK_ADMIN_EMAIL belongs to an account that is no super_admin.')
      await insertUser(tx, user)
      return true
    })
  }
  private superAdminExists(): Promise<boolean> {
    return this.db.repository(User).existsBy({ role: 'super_admin' })
  }
}
