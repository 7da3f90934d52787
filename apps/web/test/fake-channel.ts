/** Import it first: the cache opens its channel when it is loaded. Collects the messages to other tabs. */
export const postedMessages: unknown[] = []

class RecordingChannel extends EventTarget {
  postMessage = (message: unknown) => void postedMessages.push(message)
}
Object.assign(window, { BroadcastChannel: RecordingChannel })
