import type { Transport } from '@daymark/platform'
import { heard, listen, type Listeners } from './listen.ts'

it('hears exactly the events that nats-server is told to let it hear', async () => {
  const asked: string[] = []
  const transport = { listen: async (types: string[]) => void asked.push(...types) }
  await listen(transport as unknown as Transport, {} as Listeners)
  expect(new Set(asked)).toEqual(new Set(heard))
})
