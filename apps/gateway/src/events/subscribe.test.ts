import { linkChanged, linkDeleted, linkRevoked } from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import { type Listeners, subscribeToEvents, subscribedEventTypes } from './subscribe.ts'

it('subscribes to exactly the events that the permissions of nats-server allow', async () => {
  const subscribed: string[] = []
  const transport = { listen: async (types: string[]) => void subscribed.push(...types) }
  await subscribeToEvents(transport as unknown as Transport, {} as Listeners)
  expect(new Set(subscribed)).toEqual(new Set(subscribedEventTypes))
})

it('rule 33: checks running downloads again when a link ends, because it may be active again by then', async () => {
  const handlers = new Map<string, (event: object) => void>()
  const transport = {
    listen: async (types: string[], handle: (event: object) => void) => {
      for (const type of types) handlers.set(type, handle)
    },
  }
  const done: string[] = []
  const caches = { invalidate: () => undefined }
  const visitorDownloads = { end: () => done.push('end'), check: (id: string) => done.push(id) }
  const stream = { send: () => undefined }
  await subscribeToEvents(
    transport as unknown as Transport,
    { caches, visitorDownloads, stream } as unknown as Listeners,
  )
  for (const type of [linkChanged, linkRevoked, linkDeleted])
    handlers.get(type.name)?.({ type: type.name, data: { linkId: type.name, active: false } })
  expect(done).toEqual([linkChanged.name, linkRevoked.name, linkDeleted.name])
})
