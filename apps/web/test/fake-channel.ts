/**
 * Collects the messages that the cache sends to other tabs. A test must import this module first, because the cache opens its channel when
 * it is loaded.
 */
export const postedMessages: unknown[] = []

class RecordingChannel extends EventTarget {
  postMessage = (message: unknown) => void postedMessages.push(message)
}
Object.assign(window, { BroadcastChannel: RecordingChannel })
