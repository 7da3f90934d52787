/** Import it first: the cache opens its channel when it is loaded. What is posted to the other tabs is kept here. */
export const postedMessages: unknown[] = []

class RecordingChannel extends EventTarget {
  postMessage = (message: unknown) => void postedMessages.push(message)
}
Object.assign(window, { BroadcastChannel: RecordingChannel })
