import { ADDRESS_ATTEMPTS, errors } from '@daymark/contracts'
import { FailureLimiter, failureKey, networkOf, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { accountKey } from '../limiter/login-keys.ts'
import { type AccountLink, AccountLinks, type Purpose } from './account-links.ts'

type Given = { token: string; address: string }

/** Links as they come back: what was not sent by us is refused, and who tries many is limited. */
@Injectable()
export class LinkGuesses {
  constructor(
    private readonly links: AccountLinks,
    private readonly limiter: FailureLimiter,
  ) {}

  /** MAIL_LINK_GONE for what was used, is too old or never was. */
  async find(purposes: Purpose[], { token, address }: Given): Promise<AccountLink> {
    const keys = [{ key: failureKey('link', networkOf(address)), attempts: ADDRESS_ATTEMPTS }]
    await this.limiter.assertBelowLimit(keys)
    const link = await this.links.find(purposes, token)
    if (!link) throw await this.limiter.countFailure(keys, errors.MAIL_LINK_GONE())
    return link
  }

  /** In the transaction of what it is for; who forgot a password has often just been locked out. */
  async use(tx: Tx, link: AccountLink): Promise<void> {
    await this.links.use(tx, link)
    await this.limiter.resetFailures(tx, accountKey(link.userId))
  }
}
