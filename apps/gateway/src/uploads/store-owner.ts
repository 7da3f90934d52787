import { library, system } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { type Installation, Storage, StoreMark } from '@daymark/storage'
import { Injectable } from '@nestjs/common'

/** Whose the store is, as library's database says. */
@Injectable()
export class StoreOwner {
  private entered?: Promise<void>
  private readonly mark: StoreMark

  constructor(
    private readonly rpc: RpcClient,
    storage: Storage,
  ) {
    this.mark = new StoreMark(storage)
  }

  installation(): Promise<Installation> {
    return this.rpc.call(library.getInstallation, {}, system)
  }

  /** Before a file is stored, once: uploads go on whoever the store belongs to. */
  enter(): Promise<void> {
    this.entered ??= this.enterNow()
    this.entered.catch(() => (this.entered = undefined))
    return this.entered
  }

  /** Why nothing may be swept; undefined: it may. */
  async objection(): Promise<string | undefined> {
    const installation = await this.installation()
    // The store may have been given to another meanwhile.
    await (this.entered ? this.mark.enter(installation.id) : this.mark.claim(installation.id))
    // The first upload need not ask again what is the rule: the store is ours.
    if ((await this.mark.owner()) === installation.id) this.entered ??= Promise.resolve()
    return this.mark.objection(installation)
  }

  private async enterNow(): Promise<void> {
    await this.mark.enter((await this.installation()).id)
  }
}
