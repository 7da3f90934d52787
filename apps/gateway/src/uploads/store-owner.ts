import { library, system } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { type Installation, Storage, StoreMark } from '@daymark/storage'
import { Injectable } from '@nestjs/common'

/** Marks the store with the installation that owns it. The database of the library service contains the id of the installation. */
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

  /** Called once before the first file is stored. Uploads continue even if the store belongs to another installation. */
  enter(): Promise<void> {
    this.entered ??= this.enterNow()
    this.entered.catch(() => (this.entered = undefined))
    return this.entered
  }

  /** The reason why the sweep must not run; undefined if it may. */
  async objection(): Promise<string | undefined> {
    const installation = await this.installation()
    // Another installation may have taken over the store.
    await (this.entered ? this.mark.enter(installation.id) : this.mark.claim(installation.id))
    // The store is marked for this installation, so the first upload need not do it.
    if ((await this.mark.owner()) === installation.id) this.entered ??= Promise.resolve()
    return this.mark.findObjection(installation)
  }

  private async enterNow(): Promise<void> {
    await this.mark.enter((await this.installation()).id)
  }
}
