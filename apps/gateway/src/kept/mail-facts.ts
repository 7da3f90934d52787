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
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  async isSetUp(): Promise<boolean> {
    return (await this.facts.get('', () => this.rpc.call(identity.getMailFacts, {}, anonymous))).isSetUp
  }

  async assertSetUp(): Promise<void> {
    if (!(await this.isSetUp())) throw errors.MAIL_OFF()
  }
}
