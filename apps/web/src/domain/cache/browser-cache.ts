import { local, session } from '../../lib/storage.ts'
import { CacheStore } from './cache-store.ts'
import type { CacheType } from './cache-types.ts'

/** The part of the cache that the sign-in needs too: without the library that reads the server. */
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
/** For what else remembers something of the person who is signed in. */
export const onClear = (clear: () => void) => void memories.add(clear)

/** Sign-out: nothing of the person stays. */
export function clearEverything() {
  cacheStore.clearAll()
  memories.forEach(clear => clear())
}
