import { anonymous, errors, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'

/** Whether email is configured. Features that need it are otherwise hidden and rejected. */
@Injectable()
export class MailFacts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async isSetUp(): Promise<boolean> {
    return (await this.caches.mailFacts.get('', () => this.load())).isSetUp
  }

  /** Not from the cache, for actions that cannot be undone. */
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
