/** Import it first: the cache opens its channel when it is loaded. What is told to the other tabs is kept here. */
export const told: unknown[] = []

class RecordingChannel extends EventTarget {
  postMessage = (message: unknown) => void told.push(message)
}
Object.assign(window, { BroadcastChannel: RecordingChannel })
