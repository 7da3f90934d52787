import { local, session } from '../../lib/storage.ts'
import { CacheStore } from './cache-store.ts'
import type { CacheType } from './cache-types.ts'

/** The part of the cache that the sign-in needs too; it does not load the query library. */
export const cacheStore = new CacheStore(local, session)

type TabMessage = { forget: readonly CacheType[] } | { signedOut: true }
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('daymark.cache') : null

export const notifyOtherTabs = (message: TabMessage) => channel?.postMessage(message)

export function onTabMessage(listener: (message: TabMessage) => void) {
  const receive = ({ data }: MessageEvent<TabMessage>) => listener(data)
  channel?.addEventListener('message', receive)
  return () => channel?.removeEventListener('message', receive)
}

const memories = new Set<() => void>()
/** Registers a callback for other stores of personal data, such as the upload queues. */
export const onClear = (clear: () => void) => void memories.add(clear)

/** Sign-out: removes all data of the user. */
export function clearEverything() {
  cacheStore.clearAll()
  memories.forEach(clear => clear())
}
