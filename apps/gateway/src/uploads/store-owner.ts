import { library, system } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { type Installation, Storage, StoreMark } from '@daymark/storage'
import { Injectable } from '@nestjs/common'

/** Marks the store with the installation that owns it. The database of the library service contains the id of the installation. */
@Injectable()
export class StoreOwner {
  private marking?: Promise<void>
  private readonly mark: StoreMark

  constructor(
    private readonly rpc: RpcClient,
    storage: Storage,
  ) {
    this.mark = new StoreMark(storage)
  }

  /** The installation as the library service has recorded it. */
  getInstallation(): Promise<Installation> {
    return this.rpc.call(library.getInstallation, {}, system)
  }

  /**
   * Marks the store for this installation before the first file is stored. Does nothing if another installation owns the store, so that
   * uploads continue.
   */
  ensureMarked(): Promise<void> {
    this.marking ??= this.markStore()
    this.marking.catch(() => (this.marking = undefined))
    return this.marking
  }

  /** The reason why the sweep must not run; undefined if it may run. */
  async findObjection(): Promise<string | undefined> {
    const installation = await this.getInstallation()
    // Another installation may have taken over the store.
    await (this.marking ? this.mark.registerInstallation(installation.id) : this.mark.claim(installation.id))
    // The store is marked for this installation, so the first upload need not mark it.
    if ((await this.mark.owner()) === installation.id) this.marking ??= Promise.resolve()
    return this.mark.findObjection(installation)
  }

  private async markStore(): Promise<void> {
    await this.mark.registerInstallation((await this.getInstallation()).id)
  }
}
