import { ADDRESS_ATTEMPTS, errors } from '@daymark/contracts'
import { FailureLimiter, failureKey, networkOf, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { accountKey } from '../passwords/login-limits.ts'
import { type AccountLink, AccountLinks, type Purpose } from './account-links.ts'

type LinkAttempt = { token: string; address: string }

/** Validates links from mails and limits guesses per address. */
@Injectable()
export class LinkGuesses {
  constructor(
    private readonly links: AccountLinks,
    private readonly limiter: FailureLimiter,
  ) {}

  /** MAIL_LINK_GONE for a used, expired or unknown link. */
  async find(purposes: Purpose[], { token, address }: LinkAttempt): Promise<AccountLink> {
    const keys = [{ key: failureKey('link', networkOf(address)), attempts: ADDRESS_ATTEMPTS }]
    await this.limiter.assertBelowLimit(keys)
    const link = await this.links.find(purposes, token)
    if (!link) throw await this.limiter.countFailure(keys, errors.MAIL_LINK_GONE())
    return link
  }

  /** Call in the transaction that acts on the link. Resets the failures of the account, as users who forgot a password are often locked out. */
  async use(tx: Tx, link: AccountLink): Promise<void> {
    await this.links.use(tx, link)
    await this.limiter.resetFailures(tx, accountKey(link.userId))
  }
}
