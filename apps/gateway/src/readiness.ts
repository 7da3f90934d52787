import { ready, system } from '@daymark/contracts'
import { CachedCheck, type RpcClient, type Transport } from '@daymark/platform'
import type { Storage } from '@daymark/storage'

/** Without these a signed-in person or a visitor gets nothing. Photos wait for media, and administration waits for admin. */
const NEEDED = [ready.identity, ready.billing, ready.library, ready.sharing]

/** Can bus, store and the services with their database be used? Not ready while stopping, so that no new work is sent here. */
export class Readiness {
  private stopping = false
  private readonly answer: CachedCheck

  constructor(transport: Transport, storage: Storage, rpc: RpcClient) {
    const services = () => NEEDED.map(contract => rpc.call(contract, {}, system))
    this.answer = new CachedCheck(() => Promise.all([transport.ready(), storage.ready(), ...services()]))
  }

  check(): Promise<boolean> {
    return this.stopping ? Promise.resolve(false) : this.answer.get()
  }

  stop(): void {
    this.stopping = true
  }
}
