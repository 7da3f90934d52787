import { anonymous, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { KeptFacts } from './kept-facts.ts'

/** Whether mail can be sent: a setting of the installation, which changes with a restart of identity. */
@Injectable()
export class MailFacts {
  private readonly facts: KeptFacts<{ isSetUp: boolean }>
  constructor(rpc: RpcClient) {
    this.facts = new KeptFacts(() => rpc.call(identity.getMailFacts, {}, anonymous))
  }

  async isSetUp(): Promise<boolean> {
    return (await this.facts.get()).isSetUp
  }
}
