import { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'

/** Reads the server events that an open page of a user receives, in order. */
export async function openEventStream(url: string, member: Visitor) {
  const stop = new AbortController()
  const cookie = member.cookieHeader()
  const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal: stop.signal })
  const changes: http.Change[] = []
  let wake = Promise.withResolvers<void>()
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const data = /^event: change\ndata: (.*)$/.exec(message)?.[1]
        if (data) changes.push(http.change.parse(JSON.parse(data)))
      }
      wake.resolve()
      wake = Promise.withResolvers()
    }
  })().catch(() => undefined)
  const until = async (isThere: (changes: http.Change[]) => boolean): Promise<void> => {
    while (!isThere(changes)) await wake.promise
  }
  return { response, changes, until, ended, stop: () => stop.abort() }
}
