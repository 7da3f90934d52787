import { anonymous, errors, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'

/** Whether the installation can send email. If not, features that need email are hidden, and requests to them are rejected. */
@Injectable()
export class MailFacts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async isSetUp(): Promise<boolean> {
    return (await this.caches.mailFacts.get('', () => this.load())).isSetUp
  }

  /** Bypasses the cache, for actions that cannot be undone. */
  async isSetUpNow(): Promise<boolean> {
    return (await this.load()).isSetUp
  }

  async assertSetUp(): Promise<void> {
    if (!(await this.isSetUp())) throw errors.MAIL_OFF()
  }

  private load(): Promise<{ isSetUp: boolean }> {
    return this.rpc.call(identity.getMailFacts, {}, anonymous)
  }
}
