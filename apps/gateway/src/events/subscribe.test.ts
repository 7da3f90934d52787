import type { Transport } from '@daymark/platform'
import { type Caches, subscribe, subscribedTypes } from './subscribe.ts'

it('subscribes to exactly the events that nats-server lets it have', async () => {
  const asked: string[] = []
  const transport = { listen: async (types: string[]) => void asked.push(...types) }
  await subscribe(transport as unknown as Transport, {} as Caches)
  expect(new Set(asked)).toEqual(new Set(subscribedTypes))
})
