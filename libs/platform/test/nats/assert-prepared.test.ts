import { connect } from '@nats-io/transport-node'
import { jetstreamManager } from '@nats-io/jetstream'
import { defineService, loadConfig, PlatformConfig, assertPrepared } from '@daymark/platform'
import { testNats } from '@daymark/testing/outside'
import { requiredSettings } from './users.ts'

it('a service without subscribers also requires the stream that `daymark migrate` creates', async () => {
  const nats = await testNats()
  const connection = await connect({ servers: nats.url })
  try {
    const platform = loadConfig(PlatformConfig, { ...requiredSettings, DAYMARK_NATS_URL: nats.url })
    const gateway = defineService({ name: 'gateway', database: false })
    await expect(assertPrepared([gateway], platform)).rejects.toThrow('stream not found')
    const manager = await jetstreamManager(connection, { timeout: 10_000 })
    await manager.streams.add({ name: 'DAYMARK', subjects: ['daymark.event.>'] })
    await expect(assertPrepared([gateway], platform)).resolves.toBeUndefined()
  } finally {
    await connection.close()
    await nats.stop()
  }
})
