import { anonymous, errors, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ShortCache } from './short-cache.ts'

/** A setting of the installation: it changes with a restart of identity. */
const KEPT_MS = 10_000

/** Whether mail is sent: what needs it is neither shown nor answered where it is not. */
@Injectable()
export class MailFacts {
  private readonly facts = new ShortCache<{ isSetUp: boolean }>({ ttlMs: KEPT_MS, max: 1, groups: () => [] })
  constructor(private readonly rpc: RpcClient) {}

  async isSetUp(): Promise<boolean> {
    return (await this.facts.get('', () => this.ask())).isSetUp
  }

  /** For what cannot be made undone: as it is in this moment. */
  async isSetUpNow(): Promise<boolean> {
    return (await this.ask()).isSetUp
  }

  async assertSetUp(): Promise<void> {
    if (!(await this.isSetUp())) throw errors.MAIL_OFF()
  }

  private ask(): Promise<{ isSetUp: boolean }> {
    return this.rpc.call(identity.getMailFacts, {}, anonymous)
  }
}
