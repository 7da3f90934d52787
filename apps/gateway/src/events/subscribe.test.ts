import { linkChanged, linkDeleted, linkRevoked } from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import { type EventListeners, subscribeToEvents, subscribedEventTypes } from './subscribe.ts'

it('subscribes to exactly the events that the permissions of nats-server allow', async () => {
  const subscribed: string[] = []
  const transport = { listen: async (types: string[]) => void subscribed.push(...types) }
  await subscribeToEvents(transport as unknown as Transport, {} as EventListeners)
  expect(new Set(subscribed)).toEqual(new Set(subscribedEventTypes))
})

it('rule 33: checks running downloads again when a link ends, because it may be active again by then', async () => {
  const handlers = new Map<string, (event: object) => void>()
  const transport = {
    listen: async (types: string[], handle: (event: object) => void) => {
      for (const type of types) handlers.set(type, handle)
    },
  }
  const calls: string[] = []
  const caches = { invalidate: () => undefined }
  const visitorDownloads = { end: () => calls.push('end'), check: (id: string) => calls.push(id) }
  const stream = { send: () => undefined }
  await subscribeToEvents(
    transport as unknown as Transport,
    { caches, visitorDownloads, stream } as unknown as EventListeners,
  )
  for (const type of [linkChanged, linkRevoked, linkDeleted])
    handlers.get(type.name)?.({ type: type.name, data: { linkId: type.name, active: false } })
  expect(calls).toEqual([linkChanged.name, linkRevoked.name, linkDeleted.name])
})
