import { anonymous, errors, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'

/** Whether mail is sent: what needs it is neither shown nor answered where it is not. */
@Injectable()
export class MailFacts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async isSetUp(): Promise<boolean> {
    return (await this.caches.mailFacts.get('', () => this.ask())).isSetUp
  }

  /** At this moment: for what cannot be undone. */
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
